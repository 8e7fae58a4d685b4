import { HtmlValidate, Parser, StaticConfigLoader, type HtmlElement } from "html-validate";

const loader = new StaticConfigLoader({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // ARIA 1.2 allows a name on a list (list role). The deletion's progress dots have one.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // A button without `type` submits its form, and forms here rely on that.
    "no-implicit-button-type": "off",
    // The scheduling link has the role of a button, and the loading bar is a `div` with a progressbar role.
    "prefer-native-element": "off",
    // Only with the role of a button do all browsers offer a `summary` as one.
    "no-redundant-role": "off",
  },
});

const validator = new HtmlValidate(loader);

/**
 * Checks a document against the HTML standard and the rules of accessible markup.
 *
 * @returns one line for each problem: the rule, its message, and the markup around the problem
 */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const lines = html.split("\n");
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, line, column }) => {
      const markup = lines[line - 1]?.slice(Math.max(0, column - 40), column + 80);
      return `${ruleId}: ${message} in ${markup}`;
    });
}

export async function parseHtml(html: string): Promise<HtmlElement> {
  return new Parser(await loader.getConfigFor("page.html")).parseHtml(html);
}

/** The value of an attribute without escapes, or undefined when the attribute is missing. */
export function attribute(element: HtmlElement | null, name: string): string | undefined {
  return element?.getAttributeValue(name)?.replaceAll(/&(?:amp|#38|#x26);/g, "&");
}

/** The text of an element, with single spaces. */
export const textOf = (element: HtmlElement | null | undefined): string =>
  element?.textContent.replace(/\s+/g, " ").replaceAll("&amp;", "&").trim() ?? "";

export const textsOf = (element: HtmlElement, selector: string): string[] =>
  element.querySelectorAll(selector).map(textOf);
