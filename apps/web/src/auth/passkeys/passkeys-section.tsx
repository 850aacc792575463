import type { Passkey } from '@chuma/contract/auth/passkeys'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AddPasskey } from './add-passkey.tsx'
import type { PasskeyCalls } from './passkey-calls.ts'
import classes from './passkeys.module.css'
import { canUsePasskeys } from './passkeys.ts'

export type RemovalProps = { passkey: Passkey; isOpen: boolean; calls: PasskeyCalls; onClose: () => void }
type Props = {
  calls: PasskeyCalls
  /** What a passkey is to this account, in one sentence. */
  text: string
  /** For password managers. */
  username: string
  Removal: ComponentType<RemovalProps>
  /** Only staff get recovery codes. */
  Codes?: ComponentType<{ codes: string[]; onKept: () => void }>
}

/** The passkeys of an account. */
export function PasskeysSection({ calls, text, username, Removal, Codes }: Props) {
  const t = useT()
  const [codes, setCodes] = useState<string[] | null>(null)
  const refresh = async () => {
    await calls.refresh()
    setCodes(null)
  }
  const added = (recoveryCodes: string[] | null) => {
    showToast({ kind: 'success', title: t('passkey.addedTitle'), message: t('passkey.addedText') })
    // Nothing may move while the codes are on screen.
    if (recoveryCodes && Codes) setCodes(recoveryCodes)
    else void refresh()
  }
  const canAdd = canUsePasskeys()
  if (!canAdd && !calls.list.data?.length) return null
  return (
    <Section title={t('passkey.sectionTitle')} text={text}>
      <QueryView query={calls.list} skeleton={<Skeletons count={1} height={60} />}>
        {(list) => <PasskeyList passkeys={list} calls={calls} Removal={Removal} />}
      </QueryView>
      {codes && Codes && <Codes codes={codes} onKept={() => void refresh()} />}
      {!codes && canAdd && <AddPasskey username={username} calls={calls} onAdded={added} />}
    </Section>
  )
}

type ListProps = { passkeys: Passkey[]; calls: PasskeyCalls; Removal: Props['Removal'] }

function PasskeyList({ passkeys, calls, Removal }: ListProps) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<Passkey>()
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={classes.list} aria-label={t('passkey.sectionTitle')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Group justify="space-between">
                <Stack gap={0} className={classes.passkey ?? ''}>
                  <Text fw={600}>{passkey.name}</Text>
                  <Text size="sm" c="dimmed">
                    {t('passkey.since', { day: formatDay(passkey.createdAt) })}
                    {' · '}
                    {passkey.lastUsedAt
                      ? t('passkey.lastUsed', { when: formatDateTime(passkey.lastUsedAt) })
                      : t('passkey.neverUsed')}
                  </Text>
                </Stack>
                <Button
                  variant="default"
                  aria-label={t('passkey.removeNamed', { name: passkey.name })}
                  onClick={() => ask(passkey)}
                >
                  {t('passkey.remove')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {subject && <Removal passkey={subject} isOpen={isOpen} calls={calls} onClose={close} />}
    </>
  )
}
