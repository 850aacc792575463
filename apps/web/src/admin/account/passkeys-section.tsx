import type { Passkey } from '@chuma/contract/admin/passkeys'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { canUsePasskeys } from '../../auth/passkeys.ts'
import { isUnproven } from '../../auth/step-up-link.ts'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useShowFailure } from '../use-show-failure.ts'
import { AddPasskey } from './add-passkey.tsx'
import classes from './passkeys.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The passkeys of this account. */
export function PasskeysSection({ username }: { username: string }) {
  const t = useT()
  const utils = trpc.useUtils()
  const [codes, setCodes] = useState<string[] | null>(null)
  const passkeys = trpc.admin.listPasskeys.useQuery(undefined, { staleTime: 0 })
  const refresh = async () => {
    await Promise.all([utils.admin.listPasskeys.invalidate(), utils.admin.getStaffMember.invalidate()])
    setCodes(null)
  }
  const added = (recoveryCodes: string[] | null) => {
    showToast({ kind: 'success', title: t('passkey.addedTitle'), message: t('passkey.addedText') })
    // Nothing may move while the codes are on screen.
    if (recoveryCodes) setCodes(recoveryCodes)
    else void refresh()
  }
  const canAdd = canUsePasskeys()
  if (!canAdd && !passkeys.data?.length) return null
  return (
    <Section title={t('passkey.sectionTitle')} text={t('passkey.why')}>
      <QueryView query={passkeys} skeleton={<Skeletons count={1} height={60} />}>
        {(list) => <PasskeyList passkeys={list} onChange={() => void refresh()} />}
      </QueryView>
      {codes && <RecoveryCodes codes={codes} onKept={() => void refresh()} />}
      {!codes && canAdd && <AddPasskey username={username} onAdded={added} />}
    </Section>
  )
}

function PasskeyList({ passkeys, onChange }: { passkeys: Passkey[]; onChange: () => void }) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<Passkey>()
  const showFailure = useShowFailure()
  const remove = trpc.admin.removePasskey.useMutation({
    onSuccess: ({ name }) =>
      showToast({
        kind: 'success',
        title: t('passkey.removedTitle'),
        message: t('passkey.removed', { name }),
      }),
    onError: showFailure,
    onSettled: (_answer, error) => {
      if (!isUnproven(error)) close()
      onChange()
    },
  })
  if (passkeys.length === 0) return null
  return (
    <>
      <ul className={classes.list} aria-label={t('passkey.sectionTitle')}>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <Group justify="space-between">
              <Stack gap={0}>
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
      {subject && (
        <ConfirmDialog
          title={t('passkey.removeTitle')}
          text={t('passkey.removeText', { name: subject.name })}
          action={t('passkey.remove')}
          opened={isOpen}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: subject.id })}
          onClose={close}
        />
      )}
    </>
  )
}
