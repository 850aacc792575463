import { type Questionnaire, withRows } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Choice, Question, QuestionOption } from '@chuma/contract/surveys/questionnaire/questions'

/**
 * Put a questionnaire into the order in which one member is asked it: mixed sections, questions, options and rows, in an order that looks
 * random and is the same for the same seed, and in one of several wordings. Arranging it again changes nothing.
 */
export function arrange(written: Questionnaire, seed: string): Questionnaire {
  const questionnaire = withRows(written)
  const sections = questionnaire.sections.map((section) => ({
    ...section,
    questions: mix(
      section.questions.map((question) => arrangeParts(question, `${seed}:${question.id}`)),
      {
        seed: section.order === 'random' && `${seed}:${section.code}`,
        isFixed: ({ fixed }) => fixed === true,
      },
    ),
  }))
  return {
    ...questionnaire,
    sections: mix(sections, {
      seed: questionnaire.order === 'random' && seed,
      // Screening decides about all the rest.
      isFixed: ({ fixed, isScreening }) => fixed === true || isScreening,
    }),
  }
}

function arrangeParts(written: Question, seed: string): Question {
  const question = chooseWords(written, seed)
  if (!('order' in question) || question.order !== 'random') return question
  if (question.type === 'grid') return { ...question, rows: mixOptions(question.rows, seed) }
  return 'options' in question ? { ...question, options: mixOptions(question.options, seed) } : question
}

/** "None of these" and "Other" stay at the end, where people look for them. */
function mixOptions<Option extends QuestionOption>(options: readonly Option[], seed: string): Option[] {
  const isLast = (option: Choice) => option.kind !== undefined
  return mix([...options.filter((each) => !isLast(each)), ...options.filter(isLast)], {
    seed,
    isFixed: (option) => option.fixed === true || isLast(option),
  })
}

type Mixing<Item> = { seed: string | false; isFixed: (item: Item) => boolean }

/** Mix what is not fixed among its own places. Without a seed, nothing moves. */
function mix<Item extends { code: string }>(items: readonly Item[], { seed, isFixed }: Mixing<Item>): Item[] {
  if (seed === false) return [...items]
  const movable = items
    .filter((item) => !isFixed(item))
    .map((item) => ({ item, key: hash(`${seed}:${item.code}`) }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item)
  return items.map((item) => (isFixed(item) ? item : (movable.shift() ?? item)))
}

/** Of several wordings a member reads one: each has the same chance. */
function chooseWords<Asked extends Question>(question: Asked, seed: string): Asked {
  const { variants = [] } = question
  const variant = variants[hash(`${seed}:variant`) % variants.length]
  return variant ? { ...question, words: variant.words, variants: [variant] } : question
}

/** FNV-1a with a final mix. Decides an order and protects nothing. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
