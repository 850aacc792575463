import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import { NativeSelect, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { categoryLabel } from '../category-label.ts'
import { CATEGORIES, KINDS } from './offer-choices.ts'
import type { OfferFormPart } from './offer-form-part.ts'
import classes from './offers.module.css'

/** The fields that SPEC requires of an offer, and its kind. */
export function OfferFields({ form }: OfferFormPart) {
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
