# The hosted app, as a container and as a Hugging Face Space: docs/hosting.md.
# Where no Docker runs, `.ci/container` carries out these lines.
FROM python:3.13-slim
RUN useradd --create-home --uid 1000 user
WORKDIR /home/user/app
COPY --chown=1000 . .
RUN python -m pip install --no-cache-dir --root-user-action ignore ".[app]"
USER 1000
ENV SPL_STATE=/tmp/spl-studies
ENV SPL_FRAMES="'self' https://huggingface.co"
EXPOSE 7860
HEALTHCHECK --start-period=60s CMD python -c "from urllib.request import urlopen; urlopen('http://localhost:7860/_stcore/health', timeout=5)"
# A list: no shell stands between the server and the signal of `docker stop`.
CMD ["spl", "app", "--hosted", "--headless", "--address", "0.0.0.0", "--port", "7860"]
