type ProseRule = {
  /** Words as they are written in a sentence; a line break or a comment marker may stand for a space. */
  words: string[]
  say: string
}

/** Habits that the writing style of CONTRIBUTING.md rules out, and what to write instead. */
export const proseRules: readonly ProseRule[] = [
  { words: ['he', 'she'], say: '“they”, or name the person' },
  { words: ['his', 'her', 'hers'], say: '“their”' },
  { words: ['him'], say: '“them”' },
  { words: ['himself', 'herself'], say: '“themselves”' },
  { words: ['whoever', 'whosoever', 'whomever'], say: '“anyone who”, or name the person' },
  { words: ['whatever comes', 'whatever there are'], say: 'what exactly: “any input”, “all tables”' },
  { words: ['anew', 'once more'], say: '“again”' },
  { words: ['by itself'], say: '“on its own”, or name the actor' },
  { words: ['so much', 'so many'], say: '“this large”, “this many”, or the number' },
  { words: ['of the same kind'], say: '“similar”' },
  { words: ['as it came', 'as they came'], say: '“unchanged”' },
  { words: ['asked for alone'], say: '“individually”' },
  { words: ['who comes meanwhile', 'who come meanwhile'], say: '“concurrent callers”' },
  { words: ['somebody was', 'somebody else was'], say: '“someone … a moment ago”, or name the actor' },
  { words: ['is no table', 'is no number', 'is no date', 'is no file'], say: '“is not a …”' },
  { words: ['by night'], say: '“in dark mode”' },
  { words: ['thereupon', 'whereupon', 'hitherto', 'thence', 'hence'], say: '“then”, “until now”, “so”' },
  { words: ['thereof', 'therein', 'wherein', 'hereby'], say: '“of it”, “in it”' },
  { words: ['in vain'], say: '“without success”' },
  { words: ['save for', 'save that'], say: '“except”' },
]
