import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { SurveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import { Alert, Button, NativeSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, trpc } from '../../trpc.ts'
import { showFailure, useAction } from '../../ui/actions/use-action.ts'
import { DialogButtons } from '../../ui/dialogs/dialog.tsx'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { focusFirstError, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { categoryLabel } from '../attempts/survey-action.tsx'
import { OfferQuestions } from '../questionnaire/live-notices.tsx'
import {
  CATEGORIES,
  EMPTY_OFFER,
  findOfferProblems,
  KINDS,
  type OfferFormPart,
  type OfferValues,
  toInput,
  toValues,
  useRefreshOffers,
} from './offer-row.tsx'
import classes from './offers.module.css'

type Props = {
  offer: SurveyOfferDetail | null
  onDone: () => void
  /** Closes the form and opens the questionnaire of a survey. */
  onQuestionnaire: (offer: SurveyOfferDetail) => void
}

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
  const { save, isPending, meanwhile } = useSaveOffer({ offer, form, onDone, onQuestionnaire })
  return (
    <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
      <Stack>
        {meanwhile && <MeanwhileAlert meanwhile={meanwhile} form={form} />}
        <OfferFields form={form} />
        {form.values.kind === 'questions' && (
          <OfferQuestions
            surveyId={offer?.kind === 'questions' ? offer.id : null}
            // What is typed here would be lost on the way to the questionnaire.
            onQuestionnaire={offer && !form.isDirty() ? () => onQuestionnaire(offer) : undefined}
          />
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
      {form.values.kind === 'questions' && (
        <TextInput
          label={t('surveyOffers.field.series')}
          description={t('surveyOffers.seriesHint')}
          maxLength={60}
          {...form.getInputProps('series')}
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

/** What someone else saved since this form was opened. Fields that both changed keep what was typed here. */
function MeanwhileAlert({ meanwhile, form }: OfferFormPart & { meanwhile: Meanwhile }) {
  const t = useT()
  const { taken, disputed, theirs } = meanwhile
  return (
    <Alert color="gold" icon={<IconUsers aria-hidden />} title={t('surveyOffers.meanwhile')}>
      <ul className={classes.changes}>
        {taken.map((field) => (
          <li key={field}>
            {t('surveyOffers.taken', {
              field: t(`surveyOffers.field.${field}`),
              value: String(theirs[field]),
            })}
          </li>
        ))}
        {disputed.map((field) => (
          <li key={field}>
            {t('surveyOffers.disputed', {
              field: t(`surveyOffers.field.${field}`),
              value: String(theirs[field]),
            })}{' '}
            <Button
              variant="default"
              size="compact-md"
              onClick={() => form.setFieldValue(field, theirs[field])}
            >
              {t('surveyOffers.useTheirs', { field: t(`surveyOffers.field.${field}`) })}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

type Options = Props & { form: UseFormReturnType<OfferValues> }
type Meanwhile = Pick<Merged, 'taken' | 'disputed'> & { theirs: OfferValues }

/** Create or change an offer. If someone else saved first, the form takes over their changes and says so. */
function useSaveOffer({ offer, form, onDone, onQuestionnaire }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const refresh = useRefreshOffers()
  const failure = { title: t('surveyOffers.error') }
  const [base, setBase] = useState(offer)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)

  const takeOver = async (id: string, before: SurveyOfferDetail) => {
    const latest = await utils.admin.getSurvey.fetch({ id }, { staleTime: 0 })
    const theirs = toValues(latest)
    const { values, taken, disputed } = mergeChanges(toValues(before), form.getValues(), theirs)
    form.setValues(values)
    setBase(latest)
    setMeanwhile({ taken, disputed, theirs })
  }
  const options = {
    failure,
    onFailed: (error: unknown) => {
      if (showFieldErrors(form, error) || !base || codeOf(error) !== 'OFFER_CHANGED') return
      void takeOver(base.id, base).catch((reason: unknown) => showFailure(reason, failure))
    },
    onDone: (saved: SurveyOfferDetail) => {
      form.reset()
      // A new survey asks its category's questions until someone writes its own.
      if (base === null && saved.kind === 'questions') onQuestionnaire(saved)
      else onDone()
    },
    done: {
      title: t('surveyOffers.success'),
      message: t(base === null ? 'surveyOffers.created' : 'surveyOffers.updated'),
    },
    refresh,
  }
  const create = useAction(trpc.admin.createSurvey, options)
  const update = useAction(trpc.admin.updateSurvey, options)
  return {
    meanwhile,
    isPending: create.isPending || update.isPending,
    save: (values: OfferValues) => {
      const input = toInput(values)
      if (base === null) create.run(input)
      else update.run({ ...input, id: base.id, version: base.version })
    },
  }
}

type Field = keyof OfferValues

type Merged = {
  values: OfferValues
  /** Changed only by the other person: taken over. */
  taken: Field[]
  /** Changed by both: what was typed here stays, and the form says so. */
  disputed: Field[]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Merge the form with what someone else saved in the meantime, without losing either side's changes. */
export function mergeChanges(base: OfferValues, mine: OfferValues, theirs: OfferValues): Merged {
  const fields = Object.keys(base) as Field[]
  const changed = fields.filter(
    (field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]),
  )
  const taken = changed.filter((field) => isSame(base[field], mine[field]))
  const disputed = changed.filter((field) => !taken.includes(field))
  const values = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
  return { values, taken, disputed }
}

/** The fields that SPEC requires of an offer, and its kind. */
function OfferFields({ form }: OfferFormPart) {
  const t = useT()
  const { kind } = form.values
  return (
    <>
      <TextInput label={t('surveyOffers.field.title')} maxLength={200} {...form.getInputProps('title')} />
      <Textarea
        label={t('surveyOffers.field.description')}
        rows={3}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} className={classes.pair}>
        <Payout form={form} />
        <NumberInput
          label={t('surveyOffers.field.duration')}
          description={t('surveyOffers.durationHint')}
          {...form.getInputProps('duration')}
        />
      </SimpleGrid>
      <NativeSelect
        label={t('surveyOffers.field.kind')}
        description={t(`surveyOffers.kindText.${kind}`)}
        data={KINDS.map((value) => ({ value, label: t(`surveyOffers.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'external' && (
        <TextInput
          type="url"
          label={t('surveyOffers.field.externalUrl')}
          description={t('surveyOffers.urlHint', { click: '{click_id}' })}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('externalUrl')}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} className={classes.pair}>
        <NativeSelect
          label={t('surveyOffers.field.category')}
          description={t('surveyOffers.categoryHint')}
          data={[
            { value: '', label: t('surveyOffers.uncategorized') },
            ...CATEGORIES.map((value) => ({ value, label: categoryLabel(value, t) })),
          ]}
          {...form.getInputProps('category')}
        />
        <TextInput
          label={t('surveyOffers.field.country')}
          description={t('surveyOffers.countryHint')}
          maxLength={60}
          {...form.getInputProps('country')}
        />
      </SimpleGrid>
      <Textarea
        label={t('surveyOffers.field.adminNotes')}
        description={t('surveyOffers.notesHint')}
        rows={2}
        maxLength={2000}
        {...form.getInputProps('adminNotes')}
      />
      <Switch
        label={t('surveyOffers.field.isActive')}
        description={t('surveyOffers.activeHint')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </>
  )
}

/** The member's reward, updated as the partner's payout is typed. */
function Payout({ form }: OfferFormPart) {
  const t = useT()
  const { data } = trpc.admin.getSurveySummary.useQuery()
  const { reward } = form.values
  const usd = Number(reward)
  const isKnown = data && reward !== '' && usd >= 0 && usd <= 10_000
  return (
    <NumberInput
      label={t('surveyOffers.field.reward')}
      description={
        <span role="status">
          {isKnown
            ? t('surveyOffers.memberGets', {
                points: formatPoints(t, rewardPoints(usd, data.pointsPerUsd)),
              })
            : t('surveyOffers.payoutHint')}
        </span>
      }
      currency="USD"
      decimalScale={2}
      leftSection="$"
      {...form.getInputProps('reward')}
    />
  )
}
