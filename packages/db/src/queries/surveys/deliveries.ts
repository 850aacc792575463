import type { Selectable } from 'kysely'
import type { Trx } from '../../client.ts'
import type { SurveyDelivery } from '../../schema.gen.ts'
import type { Respondents } from './respondents.ts'

type Delivery = {
  asked: Respondents
  recipient: string
  format: Selectable<SurveyDelivery>['format']
  people: number
  deliveredBy: string
}

/** Write down that someone received answers to a survey. */
export async function insertDelivery(trx: Trx, { asked, ...delivery }: Delivery): Promise<void> {
  await trx
    .insertInto('surveyDelivery')
    .values({
      ...delivery,
      surveyId: asked.surveyId,
      questionnaireVersion: asked.version,
      firstDay: asked.from ?? null,
      lastDay: asked.to ?? null,
      quality: asked.quality,
      questionId: asked.who?.questionId ?? null,
      answer: asked.who?.answer ?? null,
    })
    .execute()
}
