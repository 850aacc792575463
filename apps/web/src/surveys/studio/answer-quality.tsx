import {
  LIST_QUALITY,
  QUALITY_ACTIONS,
  QUESTIONNAIRE_QUALITY,
  type AnswerQuality as Rules,
} from '@chuma/contract/surveys/answer-quality'
import { HOLD_SCORE } from '@chuma/contract/surveys/survey-measures'
import type { SurveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import { Button, NativeSelect, SimpleGrid } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { useRefreshOffers } from '../offers/offer-row.tsx'

type Props = { offer: SurveyOfferDetail; hasQuestionnaire: boolean; isManager: boolean }

const SIMPLE = ['duplicates', 'contradictions', 'checks', 'gibberish'] as const
/** The same answer in fewer rows is no sign. */
const ROWS = { min: 3, max: 20 }
const PERCENT = { min: 10, max: 100 }

/** What careless answers lead to: nothing, a doubt, or a reward that waits. */
export function AnswerQuality({ offer, hasQuestionnaire, isManager }: Props) {
  const t = useT()
  const refresh = useRefreshOffers()
  const form = useForm<Rules>({
    initialValues: offer.answerQuality ?? (hasQuestionnaire ? QUESTIONNAIRE_QUALITY : LIST_QUALITY),
  })
  const save = useAction(trpc.admin.updateSurvey, {
    form,
    failure: { title: t('surveyOffers.error') },
    done: t('studio.qualitySaved'),
    onEnd: refresh,
  })
  const choices = QUALITY_ACTIONS.map((value) => ({ value, label: t(`studio.qualityAction.${value}`) }))
  return (
    <Section title={t('studio.quality')} text={t('studio.qualityText', { hold: HOLD_SCORE })}>
      <form
        onSubmit={form.onSubmit(
          (answerQuality) => save.run({ id: offer.id, version: offer.version, answerQuality }),
          focusFirstError(form),
        )}
        noValidate
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {(['time', 'straightLine'] as const).map((name) => (
            <NativeSelect
              key={name}
              label={t(`studio.quality.${name}`)}
              description={t(`studio.quality.${name}Text`)}
              data={choices}
              disabled={!isManager}
              {...form.getInputProps(`${name}.action`)}
            />
          ))}
          <NumberInput
            label={t('studio.quality.percent')}
            {...PERCENT}
            allowDecimal={false}
            disabled={!isManager}
            {...form.getInputProps('time.percent')}
          />
          <NumberInput
            label={t('studio.quality.rows')}
            {...ROWS}
            allowDecimal={false}
            disabled={!isManager}
            {...form.getInputProps('straightLine.rows')}
          />
          {SIMPLE.map((name) => (
            <NativeSelect
              key={name}
              label={t(`studio.quality.${name}`)}
              description={t(`studio.quality.${name}Text`)}
              data={choices.filter(({ value }) => name !== 'gibberish' || value !== 'hold')}
              disabled={!isManager}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        {isManager && (
          <Button type="submit" mt="md" loading={save.isPending} disabled={!form.isDirty()}>
            {t('studio.qualitySave')}
          </Button>
        )}
      </form>
    </Section>
  )
}
