import type { MemberSession } from '@chuma/contract/account/account'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { EndSessionDialog } from './end-session-dialog.tsx'
import { SessionItems } from './session-items.tsx'

/** The devices the member is signed in on, with a button to sign each one out. */
export function SessionsSection() {
  const t = useT()
  const sessions = trpc.account.listSessions.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  return (
    <Section title={t('sessions.title')} text={t('sessions.lead')}>
      <QueryView query={sessions} skeleton={<Skeletons count={2} height={76} />}>
        {(list) => <SessionList sessions={list} />}
      </QueryView>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: MemberSession[] }) {
  const t = useT()
  const [ending, setEnding] = useState<MemberSession | 'others' | null>(null)
  return (
    <>
      <SessionItems sessions={sessions} onEnd={setEnding} />
      {sessions.length > 1 ? (
        <Button variant="default" onClick={() => setEnding('others')}>
          {t('sessions.endOthers')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('sessions.onlyThis')}
        </Text>
      )}
      <EndSessionDialog ending={ending} onClose={() => setEnding(null)} />
    </>
  )
}
