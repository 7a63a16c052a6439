"""Styles, scripts, fonts and pictures. Each has a name that changes with it, so that it is asked for only once."""

from fastapi import APIRouter, Request, Response

from digsite.tables.refused import Refused
from digsite.web.assets import assets

router = APIRouter()
FOREVER = "public, max-age=31536000, immutable"


@router.get("/static/{digest}/{name}")
async def file(request: Request, digest: str, name: str) -> Response:
    asset = assets().get(name)
    if asset is None or asset.digest != digest:
        raise Refused(404, "no file", "There is no such file")
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.packed, media_type=asset.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(asset.body, media_type=asset.kind, headers=headers)


@router.get("/favicon.ico")
async def icon() -> Response:
    """The icon, for browsers and programs that ask for it by its old name."""
    asset = assets()["icon-32.png"]
    return Response(asset.body, media_type=asset.kind, headers={"Cache-Control": "public, max-age=86400"})
