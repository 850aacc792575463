import { NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import classes from './offer-form.module.css'
import type { OfferFormPart } from './offer-form.tsx'

/** For how many, from when to when, and whose it is. */
export function OfferLimits({ form }: OfferFormPart) {
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
        hideControls
        {...form.getInputProps('quota')}
      />
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
