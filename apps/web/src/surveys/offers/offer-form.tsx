import type { SurveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import { Button, Group, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { lazy, Suspense } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { MeanwhileAlert } from './meanwhile-alert.tsx'
import { OfferFields } from './offer-fields.tsx'
import { OfferLimits } from './offer-limits.tsx'
import { EMPTY_OFFER, findOfferProblems, type OfferValues, toValues } from './offer-values.ts'
import { useSaveOffer } from './use-save-offer.ts'

// Dragging is a library of its own, of use to few.
const QuestionEditor = lazy(async () => ({
  default: (await import('../questions/question-editor.tsx')).QuestionEditor,
}))

export type OfferFormPart = { form: UseFormReturnType<OfferValues> }

export function OfferForm({ offer, onDone }: { offer: SurveyOfferDetail | null; onDone: () => void }) {
  const t = useT()
  const form = useForm<OfferValues>({
    initialValues: offer ? toValues(offer) : EMPTY_OFFER,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(findOfferProblems(values)).map(([field, problem]) => [
          field,
          t(`surveyOffers.problem.${problem}`),
        ]),
      ),
  })
  const { save, isPending, meanwhile } = useSaveOffer({ offer, form, onDone })
  return (
    <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
      <Stack>
        {meanwhile && <MeanwhileAlert meanwhile={meanwhile} form={form} />}
        <OfferFields form={form} />
        {form.values.kind === 'questions' && (
          <Suspense fallback={<Skeletons count={2} height={120} />}>
            <QuestionEditor form={form} />
          </Suspense>
        )}
        <OfferLimits form={form} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('surveyOffers.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t(offer ? 'surveyOffers.update' : 'surveyOffers.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
