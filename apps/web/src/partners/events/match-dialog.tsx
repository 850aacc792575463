import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { ChooseClick } from '../clicks/choose-click.tsx'
import { useRefreshEvents } from './use-refresh-events.ts'

type Props = { eventId: string; opened: boolean; onClose: () => void }

/** Matches an event to a member's click. */
export function MatchDialog({ eventId, opened, onClose }: Props) {
  const t = useT()
  const refresh = useRefreshEvents()
  const [member, setMember] = useState<Chosen | null>(null)
  const [clickId, setClickId] = useState('')
  const match = trpc.partners.matchEvent.useMutation({
    onSuccess: (made) =>
      showToast({
        kind: 'success',
        title: t('partnerEvents.matched', { outcome: t(`outcome.${made.outcome}`) }),
      }),
    onError: useShowFailure(),
    // Also after a refusal: someone else changed it first, so this screen is out of date.
    onSettled: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('partnerEvents.matchTitle')}>
      <Stack>
        <Text c="dimmed">{t('partnerEvents.matchText')}</Text>
        {member ? (
          <>
            <Text fw={600}>{member.name}</Text>
            <div>
              <Button variant="default" onClick={() => setMember(null)}>
                {t('partnerEvents.otherMember')}
              </Button>
            </div>
            <ChooseClick memberId={member.id} chosen={clickId} onChoose={setClickId} />
          </>
        ) : (
          <ChooseMember
            onChoose={(chosen) => {
              setMember(chosen)
              setClickId('')
            }}
          />
        )}
        <DialogButtons
          action={t('partnerEvents.match')}
          isPending={match.isPending}
          isDisabled={!member || !clickId}
          onCancel={onClose}
          onAct={() => member && match.mutate({ id: eventId, memberId: member.id, clickId })}
        />
      </Stack>
    </Dialog>
  )
}

type Chosen = { id: string; name: string }

const TYPING_MS = 300
const SHORTEST = 3

/** Searches for a member. */
function ChooseMember({ onChoose }: { onChoose: (member: Chosen) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = trpc.admin.listMembers.useQuery({ search, limit: 5 }, { enabled: search.length >= SHORTEST })
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label={t('partnerEvents.findMember')}
        description={t('partnerEvents.findMemberHint')}
        maxLength={100}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div role="status">{found.data?.length === 0 && <Text>{t('partnerEvents.nobody')}</Text>}</div>
      {found.data?.map(({ id, firstName, lastName, email }) => {
        const name = `${firstName} ${lastName}, ${email}`
        return (
          <Button key={id} variant="default" justify="flex-start" onClick={() => onChoose({ id, name })}>
            {name}
          </Button>
        )
      })}
    </Stack>
  )
}
