# The app alone, for a Postgres elsewhere (docker-compose.yml). Untried on the machine it was written on.
FROM python:3.13-slim

WORKDIR /srv/beepboop
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1

COPY requirements/base.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/base.txt

COPY app app
COPY engines engines
COPY migrations migrations
COPY static static
COPY templates templates

RUN useradd --system --no-create-home --shell /usr/sbin/nologin web
USER web

EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "-m", "app.cli", "serve"]
