// What the service worker looks after: pages from the network, files that never change, no more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isCacheable, sourceOf } from "../../static/js/service_worker/routing.js";

const SITE = "https://tiles.example";
const FILES = ["/static/css/site.css", "/static/js/site.js"];

/** @param {string} url @param {object} [more] */
function source(url, more) {
  const request = { method: "GET", mode: "no-cors", url: new URL(url, SITE).href, ...more };
  return sourceOf(request, SITE, FILES);
}

test("pages come from the network", () => {
  for (const url of ["/", "/r/abcd2345/", "/static/"]) assert.equal(source(url, { mode: "navigate" }), "page");
});

test("posted requests are passed on unchanged", () => {
  assert.equal(source("/rooms/", { mode: "navigate", method: "POST" }), "");
  assert.equal(source("/static/css/site.0123456789ab.css", { method: "POST" }), "");
});

test("files whose names change with their content are cached", () => {
  assert.equal(source("/static/css/site.0123456789ab.css"), "file");
  assert.equal(source("/static/js/room/room.cafe00cafe00.js"), "file");
});

test("bundles, answers, sockets and other sites are not cached", () => {
  const others = [
    "/r/abcd2345/bundle?stamp=3", "/healthz", "/manifest.webmanifest", "/ws/me/", "/static/js/lobby/lobby.js",
    "/r/site.0123456789ab.css", "https://elsewhere.example/static/css/site.0123456789ab.css",
  ];
  for (const url of others) assert.equal(source(url), "", url);
});

test("files of the offline page are always the newest", () => {
  for (const url of FILES) assert.equal(source(url), "newest");
});

test("only complete responses of this site are cached", () => {
  assert.ok(isCacheable({ status: 200, type: "basic" }));
  for (const status of [206, 302, 404, 500]) assert.ok(!isCacheable({ status, type: "basic" }));
  assert.ok(!isCacheable({ status: 200, type: "opaque" }));
});
