import { Agent, request } from "undici";

/**
 * Reads every page of the trip list that an export reads, one after the other, and does nothing with them. Tells
 * its parent the rows and the seconds.
 */

/** Of a page, as the export asks for. */
const ROWS = 500;

const [upstream = ""] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 1 });

/** @param {number} page @returns {Promise<string>} */
async function read(page) {
  const url = `${upstream}/api/core/trips?page=${page}&limit=${ROWS}`;
  return (await request(url, { dispatcher })).body.text();
}

const started = performance.now();
const { pagination } = JSON.parse(await read(1)).data;
for (let page = 2; page <= Math.ceil(pagination.totalItems / ROWS); page += 1) await read(page);
const seconds = (performance.now() - started) / 1000;
process.send?.({ rows: pagination.totalItems, seconds });
process.disconnect();
await dispatcher.close();
