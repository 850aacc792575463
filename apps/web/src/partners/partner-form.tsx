import type { Partner, PartnerPreset } from '@chuma/contract/partners/partners'
import { Button, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { PasswordField } from '../auth/passwords/password-field.tsx'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'
import { Notice } from '../ui/states/notice.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { toSchemeValues } from './partner-values.ts'
import { SchemeFields } from './scheme-fields.tsx'
import { useSavePartner } from './use-save-partner.ts'

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
