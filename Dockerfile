# docker build -t digsite . && docker run -p 8000:8000 -v digsite:/data digsite
FROM python:3.11-slim AS packages
WORKDIR /src
COPY pyproject.toml README.md ./
COPY src src
# Without what only developers of these packages run, and without the installer itself
RUN python -m venv /app && /app/bin/pip install --no-cache-dir '.[postgres]' \
  && rm -rf /app/lib/python3.11/site-packages/numba/tests \
  && find /app/lib/python3.11/site-packages/numpy -type d -name tests -prune -exec rm -rf {} + \
  && /app/bin/python -m pip uninstall --yes pip setuptools

# The machine code is made for the processor the image is built on; another one makes its own at the first start.
FROM python:3.11-slim AS compiled
COPY --from=packages /app /app
ENV DIGSITE_CACHE_DIR=/app/cache
RUN mkdir /app/cache && /app/bin/digsite compile

FROM python:3.11-slim
RUN useradd --system --uid 999 --home-dir /data --create-home digsite
COPY --from=packages /app /app
COPY --from=compiled --chown=999:999 /app/cache /app/cache
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 DIGSITE_CACHE_DIR=/app/cache DIGSITE_DATA_DIR=/data
USER 999
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --start-period=180s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
CMD ["digsite", "serve", "--host", "0.0.0.0", "--port", "8000"]
