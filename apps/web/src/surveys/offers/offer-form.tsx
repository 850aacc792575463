import type { SurveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, Suspense } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { OfferQuestionsAreLive } from '../questionnaire/live-notices.tsx'
import { MeanwhileAlert } from './meanwhile-alert.tsx'
import { OfferFields } from './offer-fields.tsx'
import type { OfferFormPart } from './offer-form-part.ts'
import { EMPTY_OFFER, findOfferProblems, type OfferValues, toValues } from './offer-values.ts'
import classes from './offers.module.css'
import { useSaveOffer } from './use-save-offer.ts'

// Drag and drop is a large library that few need.
const QuestionEditor = lazy(async () => ({
  default: (await import('../questions/question-editor.tsx')).QuestionEditor,
}))

type Props = { offer: SurveyOfferDetail | null; onDone: () => void; onQuestionnaire?: () => void }

export function OfferForm({ offer, onDone, onQuestionnaire }: Props) {
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
            {offer?.kind === 'questions' && (
              // What is typed here would be lost on the way to the questionnaire.
              <OfferQuestionsAreLive
                surveyId={offer.id}
                onQuestionnaire={form.isDirty() ? undefined : onQuestionnaire}
              />
            )}
            <QuestionEditor form={form} />
          </Suspense>
        )}
        <OfferLimits form={form} />
        <DialogButtons
          action={t(offer ? 'surveyOffers.update' : 'surveyOffers.create')}
          isPending={isPending}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}

/** Limits, start and end, and the partner. */
function OfferLimits({ form }: OfferFormPart) {
  const t = useT()
  const partners = trpc.partners.listPartners.useQuery()
  const known = (partners.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} className={classes.pair}>
      <TextInput
        type="datetime-local"
        label={t('surveyOffers.field.startsAt')}
        description={t('surveyOffers.startsHint')}
        {...form.getInputProps('startsAt')}
      />
      <TextInput
        type="datetime-local"
        label={t('surveyOffers.field.endsAt')}
        description={t('surveyOffers.endsHint')}
        {...form.getInputProps('endsAt')}
      />
      <NumberInput
        label={t('surveyOffers.field.quota')}
        description={t('surveyOffers.quotaHint')}
        {...form.getInputProps('quota')}
      />
      {form.values.kind === 'questions' && (
        <NumberInput
          label={t('surveyOffers.field.screenOutPoints')}
          description={t('surveyOffers.screenOutHint')}
          {...form.getInputProps('screenOutPoints')}
        />
      )}
      {form.values.kind === 'external' && (
        <NativeSelect
          label={t('surveyOffers.field.partnerId')}
          description={t('surveyOffers.partnerHint')}
          data={[{ value: '', label: t('surveyOffers.noPartner') }, ...known]}
          {...form.getInputProps('partnerId')}
        />
      )}
    </SimpleGrid>
  )
}
