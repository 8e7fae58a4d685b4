/**
 * The mutants that no test finds, and why that is no fault: what they change shows nowhere, or costs no more than it is
 * worth.
 *
 * @type {readonly import("./report.js").Known[]}
 */
export const known = [];
