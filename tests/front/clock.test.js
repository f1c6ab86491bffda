// The server's time over a bad line, and what a clock says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { overtimePenalty, runningSeats, validFor, leftAt, urgency, formatTime } from "../../static/js/clock/clock_reading.js";
import { ServerTime } from "../../static/js/clock/server_time.js";

/** Numbers from 0 to 1 that are the same every time. @param {number} seed */
function* chance(seed) {
  for (let state = seed * 7919 + 17; ;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

/** How wrong the page is after so many answers. @param {number} seed @param {number} answers
 * @param {number} ahead how far the server's clock is ahead, in ms @param {number} jitter in ms */
function errorOf(seed, answers, ahead, jitter) {
  const [time, random] = [new ServerTime(), chance(seed)];
  const delay = () => 40 + jitter * Number(random.next().value);
  for (let n = 0; n < answers; n += 1) {
    const sent = 1_700_000_000_000 + n * 500;
    const received = sent + delay();
    time.add(sent, Math.floor(received + ahead), received + delay());
  }
  return Math.abs(time.at(0) - ahead);
}

for (const ahead of [0, -4_000, 3_600_000]) {
  test(`a line with 300 ms of jitter and a clock ${ahead} ms off is known within 100 ms`, () => {
    const errors = Array.from({ length: 500 }, (_, seed) => errorOf(seed, 8, ahead, 300));
    assert.ok(Math.max(...errors) < 100, String(Math.max(...errors)));
    assert.ok(errors.reduce((sum, error) => sum + error) / errors.length < 30);
  });
}

test("the next answer corrects a changed clock", () => {
  const time = new ServerTime();
  time.add(1000, 1050, 1100);
  time.add(901_000, 2050, 901_100);
  assert.equal(time.at(901_050), 2050);
});

/** @type {import("../../static/js/clock/clock_reading.js").Clock} */
const clock = { left: [60_000, 30_000], running: 0, since: 5_000, overtime: 60_000, turns: false, stands: "", pause_requests: [], asked: [], until: 0 };

test("only the running clock counts down, and not beyond its limit", () => {
  assert.equal(leftAt(clock, 0, 15_000), 50_000);
  assert.equal(leftAt(clock, 0, 4_000), 60_000);
  assert.equal(leftAt(clock, 0, 999_000), -60_000);
  assert.equal(leftAt(clock, 1, 999_000), 30_000);
});

test("the player asked to accept the last play has a time limit, and no clock runs", () => {
  const last = { ...clock, left: [60_000, null, null], running: null, asked: [1], until: 35_000 };
  assert.deepEqual([runningSeats(clock), runningSeats(last)], [[0], [1]]);
  assert.deepEqual([0, 1, 2].map((seat) => leftAt(last, seat, 15_000)), [60_000, 20_000, null]);
  assert.equal(leftAt(last, 1, 99_000), 0);
});

/** @type {[number, string, number, string][]} */
const SAID = [
  [1_500_000, "25:00", 0, ""],
  [1_499_001, "25:00", 0, ""],
  [1_499_000, "24:59", 0, ""],
  [3_723_000, "1:02:03", 0, ""],
  [30_000, "0:30", 0, "low"],
  [10_000, "0:10", 0, "urgent"],
  [9_999, "0:09.9", 0, "urgent"],
  [0, "0:00.0", 0, "urgent"],
  [-1, "−0:01", 10, "overtime"],
  [-60_000, "−1:00", 10, "overtime"],
  [-60_001, "−1:01", 20, "overtime"],
];
for (const [left, said, points, how] of SAID) {
  test(`${left} ms are written ${said}`, () => {
    assert.deepEqual([formatTime(left), overtimePenalty(left), urgency(left)], [said, points, how]);
  });
}

test("a page that updates in time shows every figure within a millisecond", () => {
  let next = 12_000;
  for (let left = next; left > -3_000; left -= 1) {
    if (left === next) next = left - validFor(left);
    else if (formatTime(left) !== formatTime(left + 1)) assert.ok(left - next <= 1, `${left}`);
  }
  assert.deepEqual([validFor(12_345), validFor(12_300), validFor(-50), validFor(0.5)], [46, 1, 51, 2]);
});
