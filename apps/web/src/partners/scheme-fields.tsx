import type { PartnerPreset } from '@chuma/contract/partners/partners'
import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import classes from '../admin/list.module.css'
import { useT } from '../i18n/use-t.ts'
import { NumberInput } from '../ui/forms/number-input.tsx'
import type { PartnerValues } from './partner-values.ts'

type Props = { form: UseFormReturnType<PartnerValues>; preset: PartnerPreset | undefined }

/** The settings that staff usually change, and below them the rest of the scheme as JSON. */
export function SchemeFields({ form, preset }: Props) {
  const t = useT()
  const known = preset?.knownAddresses ?? []
  return (
    <>
      <NumberInput label={t('partners.holdDays')} allowDecimal={false} {...form.getInputProps('holdDays')} />
      <NumberInput
        label={t('partners.maxEvent')}
        currency="USD"
        decimalScale={2}
        {...form.getInputProps('maxEvent')}
      />
      <NumberInput
        label={t('partners.maxDay')}
        currency="USD"
        decimalScale={2}
        {...form.getInputProps('maxDay')}
      />
      {(['maxPointsMemberDay', 'maxPointsDay'] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(`partners.${name}`)}
          description={t('partners.maxPointsHint')}
          allowDecimal={false}
          {...form.getInputProps(name)}
        />
      ))}
      <NumberInput
        label={t('partners.maxOutstanding')}
        description={t('partners.maxOutstandingHint')}
        currency="USD"
        decimalScale={2}
        {...form.getInputProps('maxOutstanding')}
      />
      <NumberInput
        label={t('partners.pointsPerUsd')}
        description={t('partners.pointsPerUsdHint')}
        allowDecimal={false}
        {...form.getInputProps('pointsPerUsd')}
      />
      <Textarea
        label={t('partners.ipAllow')}
        description={
          known.length > 0
            ? t('partners.ipAllowHint', { known: known.join(', ') })
            : t('partners.ipAllowNone')
        }
        autosize
        minRows={2}
        {...form.getInputProps('ipAllow')}
      />
      <Textarea
        label={t('partners.rest')}
        description={t('partners.restHint')}
        className={classes.code ?? ''}
        rows={12}
        spellCheck={false}
        {...form.getInputProps('rest')}
      />
    </>
  )
}
