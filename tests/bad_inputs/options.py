"""Options of commands that cannot be met, each with its sentence, and files that must stay."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command line in a folder that holds `sound`, and a part of the sentence that refuses it."""

    name: str
    words: str
    says: str


RUN = "run pair.npz --T 1"
READ = "is a file that this command reads and would overwrite; give another name."
NO_TABLE = "is not a table that a sweep wrote"
OWN = "compare pair.npz --methods SPL --settings own"
COMMANDS = [
    *(
        Command(
            f"values of SPL beside published ones: {option}",
            f"{OWN} {option}",
            f"{option.split()[0]} is not used with --settings own, where each method has its",
        )
        for option in (
            "--d1 4",
            "--d2 2",
            "--T 3",
            "--labeling sp",
            "--selection all",
            "--quota authors",
            "--alpha 2",
            "--no-normalize-centers",
        )
    ),
    *(
        Command(
            f"parameters of SPL without it: {option}, {methods}",
            f"compare pair.npz {methods} {option}",
            f"{option.split()[0]} is SPL's, which is not among the methods (",
        )
        for methods in ("--methods 1-NN,SVM", "--method jda:dim=2")
        for option in (
            "--d2 2",
            "--T 3",
            "--labeling sp",
            "--selection all",
            "--quota authors",
            "--alpha 2",
            "--no-normalize-centers",
            "--label-set partial",
        )
    ),
    *(
        Command(
            f"what CAPLS fixes: {option}",
            f"compare pair.npz --methods CAPLS,1-NN {option}",
            f"{option.split()[0]} is not CAPLS's, which labels by prototypes (ncp) and selects in",
        )
        for option in ("--labeling sp", "--selection all")
    ),
    Command(
        "label sets without SPL, each method with its own settings",
        "compare pair.npz --methods 1-NN --settings own --label-set open",
        "--label-set is SPL's, which is not among the methods (1-NN); leave it out, or add SPL to",
    ),
    Command(
        "a labelling that an open label set does not have",
        f"{RUN} --labeling sp --label-set open",
        "--labeling sp is not used with --label-set open, which labels by prototypes (ncp)",
    ),
    Command("run into a pipe", f"{RUN} --out pipe", "--out 'pipe' is not a file name"),
    Command("run into a device", f"{RUN} --out /dev/null", "--out '/dev/null' is not a file name"),
    Command("run from a pipe", "run s.npz pipe", "pipe is a pipe or a device, and files are read"),
    Command("known from a pipe", f"{RUN} --known pipe", "pipe is a device; give a text file of"),
    Command("export of a pipe", "export pipe --html o.html", "pipe cannot be read as a saved run"),
    Command(
        "a name that is too long",
        f"run s.npz {'x' * 5000} --T 1",
        f"{'x' * 59}… cannot be used (file name too long); check its name, its rights and the disk",
    ),
    Command(
        "sweep over an empty file",
        "sweep s.csv t.csv --T 1 --out empty.csv",
        f"empty.csv {NO_TABLE} (it is empty); give another name.",
    ),
    Command(
        "sweep over another table",
        "sweep s.csv t.csv --T 1 --out other.csv",
        f"other.csv {NO_TABLE} (it has no column 'task'); give another name.",
    ),
    Command(
        "sweep over text in another encoding",
        "sweep s.csv t.csv --T 1 --out utf16.csv",
        f"utf16.csv {NO_TABLE} (it is not text in UTF-8); give another name.",
    ),
    Command(
        "sweep over a damaged parquet file",
        "sweep s.csv t.csv --T 1 --out cut.parquet",
        f"cut.parquet {NO_TABLE} (it is cut off); give another name.",
    ),
    Command("run over its input", f"{RUN} --out pair.npz", f"--out pair.npz {READ}"),
    Command(
        "run over a link to its input",
        f"{RUN} --out link.npz",
        f"--out link.npz (the same file as pair.npz) {READ}",
    ),
    Command("run over its input by another path", f"{RUN} --out ./folder/../pair.npz", READ),
    Command("run over the target's file", "run s.npz t.npz --T 1 --out t.npz", READ),
    Command("sweep over its input", "sweep s.csv t.csv --T 1 --out t.csv", READ),
    Command("ablation over its input", "ablation pair.npz --T 1 --out pair.npz", READ),
    Command(
        "ablation of files over one of them",
        "ablation s.npz t.npz --all-directions --T 1 --out s.npz",
        READ,
    ),
    Command("compare over its input", "compare pair.npz --methods SPL --T 1 --out pair.npz", READ),
    Command(
        "compare's page over its input",
        "compare pair.npz --methods SPL --T 1 --html pair.npz",
        f"--html pair.npz {READ}",
    ),
    Command("export over the run", "export run.npz --html run.npz", f"--html run.npz {READ}"),
    Command("export over the run's data", "export run.npz --html pair.npz", READ),
    Command("export over the data named", "export run.npz --data s.npz t.npz --html t.npz", READ),
    Command(
        "two pictures into one file",
        "export run.npz --picture a.svg --figure ./a.svg",
        "--picture and --figure both name ./a.svg; give two names.",
    ),
    Command("features of no folder", "features '' --out x.npz", "'' is not a folder or zip file"),
    Command("features over the zip", "features pictures.npz --out pictures.npz", READ),
    Command("a folder to write", f"{RUN} --out folder", "--out 'folder' is not a file name"),
    Command(
        "folder does not exist to write to", f"{RUN} --out no/run.npz", "this folder does not exist"
    ),
    Command("no such data", "run nowhere.npz", "'nowhere.npz' is neither a file nor a sample"),
    Command("a folder as data", "run folder", "'folder' is neither a file nor a sample"),
    Command("three data", "run s.npz t.npz s.npz", "3 data names were given"),
    Command(
        "a label that is not there",
        "run s.npz t.npz --label kind",
        "s.npz has no array `kind` (label); found `X`",
    ),
    Command(
        "a label's position beyond the columns",
        "run s.npz t.npz --label 99",
        "s.npz has no column 99: its matrix is 24 × 6",
    ),
    Command(
        "a domain that is not there",
        "run s.npz t.npz --source-domain p",
        "s has no domain p; it names none: leave the domain out.",
    ),
    Command(
        "a domain's position beyond the columns",
        "run s.npz t.npz --domain 99",
        "s.npz has no column 99: its matrix is 24 × 6",
    ),
    Command(
        "the same domain twice",
        "run pair.npz --source-domain source --target-domain source",
        "source was named as both source and target; choose two of source, target.",
    ),
    Command("options of files for a sample", "run moons --label y", "is only for reading a file"),
    Command(
        "a run whose data are gone",
        "export gone.npz --html o.html",
        "gone.npz was made from moved.npz, which no longer exists there; give its new place "
        "with --data.",
    ),
    Command(
        "a run that is not one",
        "export s.npz --html o.html",
        "s.npz is not a run that `spl run … --out` wrote",
    ),
    Command(
        "a run's data that are others",
        "export run.npz --data t.npz s.npz --html o.html",
        "run.npz has labels of 20 target samples, but the target of t → s has 24; give the data",
    ),
    *(
        Command(
            f"what no S_k is made with: {option}, {selection}",
            f"run pair.npz --selection {selection} {option}",
            f"{option.split()[0]} is not used with --selection {selection}, which {why}",
        )
        for selection, option, why in (
            ("none", "--T 3", "ends at k = 0"),
            ("none", "--quota authors", "ends at k = 0"),
            ("none", "--without rows.txt", "ends at k = 0"),
            ("all", "--quota authors", "takes every sample"),
        )
    ),
    Command(
        "several T without an iteration",
        "sweep s.csv t.csv --selection none --T 1,2",
        "--T is not used with --selection none",
    ),
    Command(
        "a comparison of T without an iteration",
        "compare pair.npz --methods SPL --selection none --T 2",
        "--T is not used with --selection none",
    ),
    Command(
        "a share that is rejected after the end",
        f"{RUN} --label-set open --reject-share 0.5",
        "--reject-share is not used with --T 1",
    ),
    Command(
        "an iteration of all of them",
        "export run.npz --figure f.svg --k 1",
        "--k is not used with --figure",
    ),
    Command("a dark page", "export run.npz --html o.html --dark", "--dark is not used with --html"),
]
