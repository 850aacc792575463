import type { Partner, PartnerPreset } from '@chuma/contract/partners/partners'
import { Button, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { PasswordField } from '../auth/passwords/password-field.tsx'
import { useT } from '../i18n/use-t.ts'
import { codeOf, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { NumberInput } from '../ui/forms/number-input.tsx'
import { focusFirstError } from '../ui/forms/show-field-errors.ts'
import classes from '../ui/states/list.module.css'
import { Notice, QueryView, Skeletons } from '../ui/states/states.tsx'

type Props = { partner: Partner | null; onSaved: (saved: Partner) => void }

export function PartnerForm(props: Props) {
  const presets = trpc.partners.listPresets.useQuery()
  return (
    <QueryView query={presets} skeleton={<Skeletons count={4} height={72} />}>
      {(rows) => <Fields {...props} presets={rows} />}
    </QueryView>
  )
}

function Fields({ partner, presets, onSaved }: Props & { presets: PartnerPreset[] }) {
  const t = useT()
  const { form, save, isPending, theirs } = useSavePartner({ partner, presets, onSaved })
  const preset = presets.find(({ id }) => id === form.values.preset)
  const choose = (id: string) => {
    const chosen = presets.find((each) => each.id === id)
    if (chosen) form.setValues({ preset: id, name: chosen.label, ...toSchemeValues(chosen.scheme) })
  }
  return (
    <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
      <Stack maw="44rem">
        {theirs && (
          <Notice title={t('desk.changedTitle')}>
            {t('partners.meanwhile', {
              name: theirs.name,
              state: t(theirs.isActive ? 'partners.active' : 'partners.off'),
              scheme: JSON.stringify(theirs.scheme),
            })}
          </Notice>
        )}
        {!partner && (
          <NativeSelect
            label={t('partners.preset')}
            description={t('partners.presetHint')}
            value={form.values.preset}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            data={presets.map(({ id, label }) => ({ value: id, label }))}
          />
        )}
        {preset && <Text c="dimmed">{preset.coverageNote}</Text>}
        <TextInput
          label={t('partners.name')}
          maxLength={80}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <PasswordField
          label={t('partners.secret', { name: preset?.secretName ?? '' })}
          description={t(
            partner?.isSecretLost ? 'partners.lost' : partner ? 'partners.secretKeep' : 'partners.secretHint',
          )}
          autoComplete="new-password"
          {...form.getInputProps('secret')}
        />
        <SchemeFields form={form} preset={preset} />
        <Switch label={t('partners.isActive')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        <div>
          <Button type="submit" loading={isPending}>
            {t('partners.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type SchemeFieldsProps = { form: UseFormReturnType<PartnerValues>; preset: PartnerPreset | undefined }

/** The settings that staff usually change, and below them the rest of the scheme as JSON. */
function SchemeFields({ form, preset }: SchemeFieldsProps) {
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

type Options = { partner: Partner | null; presets: PartnerPreset[]; onSaved: (saved: Partner) => void }

/** Save a partner. `theirs` is someone else's newer version; saving again overwrites it. */
function useSavePartner({ partner, presets, onSaved }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  // The version that filled the form: a newer one is shown, but does not count as read.
  const [base] = useState(partner)
  const [theirs, setTheirs] = useState<Partner | null>(null)
  const form = useForm<PartnerValues>({
    initialValues: readValues(base, presets[0]),
    validate: {
      name: (name) => (name.trim() ? null : t('staff.required')),
      secret: (secret) => (base || secret ? null : t('staff.required')),
      rest: (rest) => (isJsonObject(rest) ? null : t('partners.restInvalid')),
    },
  })
  const options = {
    onDone: async (saved: Partner) => {
      await utils.partners.listPartners.invalidate()
      onSaved(saved)
    },
    done: (saved: Partner) => ({
      title: t(base ? 'partners.saved' : 'partners.created'),
      message: base ? saved.name : t('partners.createdText'),
    }),
    form,
    place: placeRefusal,
    onFailed: async (error: unknown) => {
      if (codeOf(error) !== 'PARTNER_STATE') return false
      await utils.partners.listPartners.invalidate()
      const newest = await utils.partners.listPartners.fetch()
      setTheirs(newest.find(({ id }) => id === base?.id) ?? null)
      return true
    },
  }
  const create = useAction(trpc.partners.createPartner, options)
  const update = useAction(trpc.partners.updatePartner, options)
  const save = ({ preset, name, secret, isActive, ...values }: PartnerValues) => {
    const settings = { name, isActive, scheme: toScheme(values) }
    if (!base) return create.run({ ...settings, preset, secret })
    const { version } = theirs ?? base
    update.run({ ...settings, id: base.id, version, ...(secret && { secret }) })
  }
  return { form, save, isPending: create.isPending || update.isPending, theirs }
}

function readValues(partner: Partner | null, first: PartnerPreset | undefined): PartnerValues {
  const { preset, name, isActive, scheme } = partner ?? {
    preset: first?.id ?? '',
    name: first?.label ?? '',
    isActive: true,
    scheme: first?.scheme ?? {},
  }
  return { preset, name, secret: '', isActive, ...toSchemeValues(scheme) }
}

type SchemeValues = {
  holdDays: number | string
  pointsPerUsd: number | string
  /** In USD; the scheme stores cents. */
  maxEvent: number | string
  maxDay: number | string
  maxPointsMemberDay: number | string
  maxPointsDay: number | string
  maxOutstanding: number | string
  ipAllow: string
  /** The rest of the scheme, as JSON. */
  rest: string
}
type PartnerValues = SchemeValues & {
  preset: string
  name: string
  secret: string
  isActive: boolean
}

type Scheme = Record<string, unknown>

/** Split a stored scheme into form fields. */
export function toSchemeValues(scheme: Scheme): SchemeValues {
  const { holdDays, pointsPerUsd, ipAllow, ceilings, ...rest } = scheme
  const { maxUsdCentsPerEvent, maxUsdCentsPerMemberDay, maxPointsPerMemberDay, maxPointsPerDay } =
    Object(ceilings)
  const { maxUsdCentsOutstanding } = Object(ceilings)
  return {
    holdDays: Number(holdDays ?? 0),
    pointsPerUsd: pointsPerUsd === undefined ? '' : Number(pointsPerUsd),
    maxEvent: maxUsdCentsPerEvent === undefined ? '' : Number(maxUsdCentsPerEvent) / 100,
    maxDay: maxUsdCentsPerMemberDay === undefined ? '' : Number(maxUsdCentsPerMemberDay) / 100,
    maxPointsMemberDay: maxPointsPerMemberDay === undefined ? '' : Number(maxPointsPerMemberDay),
    maxPointsDay: maxPointsPerDay === undefined ? '' : Number(maxPointsPerDay),
    maxOutstanding: maxUsdCentsOutstanding === undefined ? '' : Number(maxUsdCentsOutstanding) / 100,
    ipAllow: Array.isArray(ipAllow) ? ipAllow.join('\n') : '',
    rest: JSON.stringify(rest, null, 2),
  }
}

/** Combine the form fields into a scheme. An empty field sets nothing. */
export function toScheme({ holdDays, pointsPerUsd, ipAllow, rest, ...most }: SchemeValues): Scheme {
  const { maxEvent, maxDay, maxPointsMemberDay, maxPointsDay, maxOutstanding } = most
  const cents = (usd: number | string) => Math.round(Number(usd) * 100)
  return {
    ...JSON.parse(rest),
    holdDays: Number(holdDays),
    ...(pointsPerUsd !== '' && { pointsPerUsd: Number(pointsPerUsd) }),
    ceilings: {
      ...(maxEvent !== '' && { maxUsdCentsPerEvent: cents(maxEvent) }),
      ...(maxDay !== '' && { maxUsdCentsPerMemberDay: cents(maxDay) }),
      ...(maxPointsMemberDay !== '' && { maxPointsPerMemberDay: Number(maxPointsMemberDay) }),
      ...(maxPointsDay !== '' && { maxPointsPerDay: Number(maxPointsDay) }),
      ...(maxOutstanding !== '' && { maxUsdCentsOutstanding: cents(maxOutstanding) }),
    },
    ipAllow: ipAllow.split(/\s+/).filter((address) => address !== ''),
  }
}

export function isJsonObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** Find the field for a refusal: what has no field of its own is part of the rest, and is named there. */
export function placeRefusal([path, message]: readonly [string, string]): readonly [string, string] {
  if (!path.startsWith('scheme.')) return [path, message]
  const inside = path.slice('scheme.'.length)
  if (inside === 'holdDays' || inside === 'pointsPerUsd') return [inside, message]
  if (inside.startsWith('ipAllow')) return ['ipAllow', message]
  if (inside === 'ceilings.maxUsdCentsPerMemberDay') return ['maxDay', message]
  if (inside === 'ceilings.maxPointsPerMemberDay') return ['maxPointsMemberDay', message]
  if (inside === 'ceilings.maxPointsPerDay') return ['maxPointsDay', message]
  if (inside === 'ceilings.maxUsdCentsOutstanding') return ['maxOutstanding', message]
  return inside.startsWith('ceilings') ? ['maxEvent', message] : ['rest', `${inside}: ${message}`]
}
