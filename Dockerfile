# docker build -t digsite . && docker run -p 8000:8000 -v digsite:/data digsite
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml README.md ./
COPY src src
RUN python -m venv /app && /app/bin/pip install --no-cache-dir '.[postgres]'

FROM python:3.11-slim
RUN useradd --system --home-dir /data --create-home digsite
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 DIGSITE_CACHE_DIR=/app/cache DIGSITE_DATA_DIR=/data
# The machine code is made for the processor the image is built on; another one makes its own at the first start.
RUN mkdir /app/cache && digsite compile && chown -R digsite /app/cache
USER digsite
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --start-period=180s \
  CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"
CMD ["digsite", "serve", "--host", "0.0.0.0", "--port", "8000"]
