// Dates in the reader's time zone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withLocalDates, writeDate } from "../../static/js/site/dates.js";

const berlin = { language: "en", zone: "Europe/Berlin" };

test("an instant is written in the reader's zone, without naming it", () => {
  assert.equal(writeDate("2026-05-03T22:30:00Z", "moment", berlin), "4 May 2026, 00:30");
  assert.equal(writeDate("2026-05-03T22:30:00Z", "day", berlin), "4 May 2026");
  assert.equal(writeDate("2026-05-03T22:30:00Z", "time", berlin), "00:30");
});

test("a calendar day is the same everywhere", () => {
  for (const zone of ["Pacific/Auckland", "America/Los_Angeles"]) {
    assert.equal(writeDate("2026-05-03", "day", { language: "en", zone }), "3 May 2026");
  }
});

test("instants in a sentence are rewritten", () => {
  const said = "Your turn. Move due by 3 May 2026, 15:00 UTC.";
  assert.equal(withLocalDates(said, berlin), "Your turn. Move due by 3 May 2026, 17:00.");
  assert.equal(withLocalDates("Zug bis 2026-05-03, 15:00 UTC.", { language: "de", zone: "Europe/Berlin" }),
    "Zug bis 3. Mai 2026, 17:00.");
  assert.match(writeDate("2026-05-03", "day", { language: "ar" }), /2026/);
  assert.equal(withLocalDates("Played 3 May, 15 UTC.", berlin), "Played 3 May, 15 UTC.");
});
