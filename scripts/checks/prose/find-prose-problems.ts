import { proseRules } from './prose-rules.ts'

/** What may stand between two words of a phrase: spaces, and a line break with the comment marker after it. */
const GAP = '(?:[ \\t]|\\r?\\n[ \\t]*(?:\\*|//|--|#|>)?[ \\t]*)+'

const patterns = proseRules.flatMap(({ words, say }) =>
  words.map((phrase) => ({
    pattern: new RegExp(`(?<![\\w’'-])${phrase.replaceAll(' ', GAP)}(?![\\w-])`, 'gi'),
    say,
  })),
)

/** List every banned phrase in a text as `line: “found”, say what`, in the order of its lines. */
export function findProseProblems(text: string): string[] {
  return patterns
    .flatMap(({ pattern, say }) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
        index,
        problem: `${lineAt(text, index)}: “${found.replace(/\s[\s*/#>-]*/g, ' ')}”, say ${say}`,
      })),
    )
    .sort((a, b) => a.index - b.index)
    .map(({ problem }) => problem)
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
