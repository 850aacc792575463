import type { PartnerPreset } from '@chuma/contract/partners/partners'
import { NumberInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import classes from '../admin/list.module.css'
import { useT } from '../i18n/use-t.ts'
import type { PartnerValues } from './partner-values.ts'

type Props = { form: UseFormReturnType<PartnerValues>; preset: PartnerPreset | undefined }

/** The settings that staff usually change, and below them the rest of the scheme as JSON. */
export function SchemeFields({ form, preset }: Props) {
  const t = useT()
  const known = preset?.knownAddresses ?? []
  return (
    <>
      <NumberInput
        label={t('partners.holdDays')}
        min={0}
        max={180}
        allowDecimal={false}
        {...form.getInputProps('holdDays')}
      />
      <NumberInput
        label={t('partners.maxEvent')}
        min={0}
        decimalScale={2}
        {...form.getInputProps('maxEvent')}
      />
      <NumberInput label={t('partners.maxDay')} min={0} decimalScale={2} {...form.getInputProps('maxDay')} />
      {(['maxPointsMemberDay', 'maxPointsDay'] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(`partners.${name}`)}
          description={t('partners.maxPointsHint')}
          min={1}
          allowDecimal={false}
          {...form.getInputProps(name)}
        />
      ))}
      <NumberInput
        label={t('partners.maxOutstanding')}
        description={t('partners.maxOutstandingHint')}
        min={0}
        decimalScale={2}
        {...form.getInputProps('maxOutstanding')}
      />
      <NumberInput
        label={t('partners.pointsPerUsd')}
        description={t('partners.pointsPerUsdHint')}
        min={1}
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
