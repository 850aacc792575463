import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'

/** The code of a list's only section. Sections that staff write have one of their own. */
export const LIST_SECTION = ''

/**
 * Read a plain list of questions as a questionnaire without conditions, which is how members answer it. The label of an option is its
 * code, because answers to lists are stored as labels. No text can name a question: their codes are numbers.
 */
export function fromList(questions: readonly SurveyQuestion[]): Questionnaire {
  return toQuestionnaire(questions, {
    section: LIST_SECTION,
    nameQuestion: (id) => String(id),
    nameOption: (label) => label,
  })
}

/** Turn a plain list into the first draft of a questionnaire. Questions keep their ids, so answers keep their meaning. */
export function draftFromList(questions: readonly SurveyQuestion[]): Questionnaire {
  return toQuestionnaire(questions, {
    section: 'part1',
    nameQuestion: (id) => `q${id}`,
    nameOption: (_, place) => `o${place + 1}`,
  })
}

type Names = {
  section: string
  nameQuestion: (id: number) => string
  nameOption: (label: string, place: number) => string
}

function toQuestionnaire(questions: readonly SurveyQuestion[], names: Names): Questionnaire {
  const section = { code: names.section, isScreening: false, endIf: [] }
  return {
    languages: ['en'],
    sections: [{ ...section, questions: questions.map((question) => toQuestion(question, names)) }],
  }
}

function toQuestion(
  { id, type, question, options, required, expected }: SurveyQuestion,
  { nameQuestion, nameOption }: Names,
): Question {
  const asked = { id, code: nameQuestion(id), words: { en: question }, required, endIf: [] }
  switch (type) {
    case 'multiple-choice': {
      const named = options.map((option, place) => {
        // Answers arrive trimmed and Unicode-normalised; options may have been typed differently.
        const label = option.trim().normalize('NFC')
        return { option, code: nameOption(label, place), words: { en: label } }
      })
      const right = named.find(({ option }) => option === expected)?.code
      const choices = named.map(({ code, words }) => ({ code, words }))
      return {
        ...asked,
        type,
        order: 'fixed',
        options: choices,
        ...(right !== undefined && { expected: right }),
      }
    }
    case 'rating':
      return { ...asked, type, ...(expected !== undefined && { expected: Number(expected) }) }
    case 'yes-no':
      return { ...asked, type, ...((expected === 'yes' || expected === 'no') && { expected }) }
    case 'text':
      return { ...asked, type, most: 2000 }
    default:
      throw new Error(`a list asks no ${type}`)
  }
}
