import { listOffersInput } from '@chuma/contract/surveys/survey-offers'
import type { Deps } from '../deps.ts'
import { listAllOffers } from '../surveys/offers/list-all-offers.ts'
import { changeCategory } from '../surveys/results/categories/change-category.ts'
import { codeAnswers } from '../surveys/results/categories/code-answers.ts'
import { getCodeFrame } from '../surveys/results/categories/get-code-frame.ts'
import { listSurveyAnswers } from '../surveys/results/list-survey-answers.ts'

export const SURVEY = 'A visit to the clinic'
export const QUESTION = 6
export const CATEGORIES = [
  { name: 'Price', words: /cheaper|price|bei/i },
  { name: 'Network', words: /network|mtandao/i },
  { name: 'Waiting', words: /queue/i },
  { name: 'More choice', words: /choice|chaguo/i },
]

const staff = { name: 'staff:demo', address: null }

/** Sort the open answers to one survey into categories, and leave some for those who try it. */
export async function tellAnswerCategories(deps: Deps): Promise<void> {
  const [survey] = await listAllOffers(deps, listOffersInput.parse({ search: SURVEY }))
  const id = survey?.id
  if (!id) return
  const question = { id, questionId: QUESTION }
  if ((await getCodeFrame(deps, question)).categories.length > 0) return
  const answers = await listSurveyAnswers(deps, { ...question, quality: 'all', limit: 200 })
  for (const { name, words } of CATEGORIES) {
    const { categories } = await changeCategory(deps, staff, { ...question, change: { kind: 'add', name } })
    const respondents = answers.flatMap(({ id: respondent, answer }) =>
      words.test(answer) ? respondent : [],
    )
    const code = categories.at(-1)?.code
    if (code === undefined || respondents.length === 0) continue
    await codeAnswers(deps, staff, { ...question, respondents, add: [code], remove: [] })
  }
}
