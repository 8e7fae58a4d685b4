import { survivors as cache } from "./survivors/cache.js";
import { survivors as deletion } from "./survivors/deletion.js";
import { survivors as httpGuards } from "./survivors/http-guards.js";
import { survivors as limits } from "./survivors/limits.js";
import { survivors as pageCache } from "./survivors/page-cache.js";
import { survivors as session } from "./survivors/session.js";

/**
 * The mutants that no test finds, and why that is no fault: what they change shows nowhere, or costs no more than it is
 * worth.
 *
 * @type {readonly import("./report.js").Known[]}
 */
export const known = [...limits, ...deletion, ...session, ...httpGuards, ...cache, ...pageCache];
