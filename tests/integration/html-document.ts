import { HtmlValidate, Parser, StaticConfigLoader, type HtmlElement } from "html-validate";

const loader = new StaticConfigLoader({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // A list may be named (ARIA 1.2, list role); the deletion's progress dots are.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // A button in a form submits it unless it says otherwise, and forms here count on that.
    "no-implicit-button-type": "off",
    // The slide-in menu is closed by a link without scripts; with them it acts as the button it is named.
    "prefer-native-element": "off",
  },
});

const validator = new HtmlValidate(loader);

/**
 * Holds a document against the HTML standard and the rules of accessible markup.
 *
 * @returns one line for each thing wrong: the rule, what it says, and the markup around it
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

/** An attribute of an element as its author wrote it; undefined when it is not there. */
export function attribute(element: HtmlElement | null, name: string): string | undefined {
  return element?.getAttributeValue(name)?.replaceAll("&amp;", "&");
}
