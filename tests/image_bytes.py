"""Image files and zips of them, as bytes."""

import io
import zipfile

from PIL import Image


def png(color=(255, 0, 0), size=(60, 60), mode="RGB", kind="PNG") -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, color).save(out, kind)
    return out.getvalue()


def zipped(files: dict[str, bytes], name="pictures.zip") -> tuple[str, bytes]:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return name, out.getvalue()
