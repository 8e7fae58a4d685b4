import { z } from "zod";
import { articles } from "../../app/content/articles";
import { ecosystem } from "../../app/content/ecosystem";
import { sectionStops, socialAccounts } from "../../app/content/navigation";
import { outboundTable } from "../../app/content/outbound-links";
import { pages } from "../../app/content/pages";
import { partnerRows } from "../../app/content/partners";
import { roadmap } from "../../app/content/roadmap";
import { solutions } from "../../app/content/solutions";
import { team } from "../../app/content/team";

/** One list of content, the schema of its entries, and the number of entries that the pages are designed for. */
export interface ContentFile {
  file: string;
  entries: readonly unknown[];
  entry: z.ZodType;
  count: number;
  /** A field whose value must differ in all entries. */
  unique?: string;
}

const line = (most: number) =>
  z
    .string()
    .max(most, `at most ${most} characters`)
    .refine((text) => text.trim() === text && text !== "", "a text without spaces around it");

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "small letters, digits and hyphens");
const outboundId = z.enum(Object.keys(outboundTable), { error: "an id of outbound-links.ts" });

/** Marks an invented entry. */
const placeholder = z.literal(true, "true, or left out").optional();

const article = z.object({
  title: line(70),
  date: z.iso.date("a day such as 2025-08-12"),
  minutes: z.int("whole minutes").min(3, "3 minutes or more").max(8, "8 minutes or fewer"),
  stencil: slug,
  slug,
  placeholder,
});

const partner = z.object({
  name: line(40),
  logo: z.array(z.object({ d: z.string().startsWith("M", "path data") })).min(1, "a drawn mark"),
  placeholder,
});

const page = z.object({
  path: z.string().regex(/^\/([a-z-]+(\/[a-z-]+)*)?$/, "a path without a slash at its end"),
  title: line(60),
  description: line(160),
  indexed: z.boolean(),
});

const outboundLink = z.object({
  variable: z.string().regex(/^[A-Z][A-Z0-9_]*$/, "the name of an environment variable"),
  fallback: z.string().min(1, "an address or a name"),
});

const roadmapPhase = z.object({
  quarter: z.string().regex(/^Q[1-4] \d{4}$/, "a quarter such as Q1 2025"),
  points: z.array(line(60)).min(1, "at least one point"),
});

/** All lists of content. `count` is the number of entries that the site has to have. */
export const contentFiles: readonly ContentFile[] = [
  { file: "articles.ts", entries: articles, entry: article, count: 19, unique: "slug" },
  { file: "partners.ts", entries: partnerRows[0] ?? [], entry: partner, count: 6, unique: "name" },
  { file: "partners.ts", entries: partnerRows[1] ?? [], entry: partner, count: 5, unique: "name" },
  {
    file: "solutions.ts",
    entries: solutions,
    entry: z.object({ title: line(20), description: line(90), link: outboundId }),
    count: 4,
    unique: "title",
  },
  { file: "roadmap.ts", entries: roadmap, entry: roadmapPhase, count: 5, unique: "quarter" },
  {
    file: "ecosystem.ts",
    entries: ecosystem,
    entry: z.object({ title: line(40), text: line(60) }),
    count: 6,
    unique: "title",
  },
  {
    file: "team.ts",
    entries: team,
    entry: z
      .object({
        name: line(40),
        title: line(40),
        description: line(120),
        portrait: slug.optional(),
        linkedin: outboundId,
        placeholder,
      })
      .refine(({ portrait, placeholder: invented }) => invented || portrait, {
        path: ["portrait"],
        message: "a picture of public/pictures, without .webp",
      }),
    count: 4,
    unique: "name",
  },
  {
    file: "navigation.ts",
    entries: sectionStops,
    entry: z.object({
      id: slug,
      label: line(12),
      sectionNumber: z.string().regex(/^\d\d(\.\d)?$/, "a sectionNumber such as 03 or 03.5"),
    }),
    count: 6,
    unique: "id",
  },
  {
    file: "navigation.ts",
    entries: socialAccounts,
    entry: z.object({ id: outboundId, name: line(20) }),
    count: 6,
    unique: "id",
  },
  {
    file: "outbound-links.ts",
    entries: Object.values(outboundTable),
    entry: outboundLink,
    count: Object.keys(outboundTable).length,
    unique: "variable",
  },
  {
    file: "pages.ts",
    entries: Object.values(pages),
    entry: page,
    count: Object.keys(pages).length,
    unique: "path",
  },
];
