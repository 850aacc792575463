import type { ClientMe } from '@chuma/contract/clients/client-session'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import blocks from '../../ui/blocks.module.css'
import { Page } from '../../ui/page/page.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { getClientToken } from '../client-api.ts'
import { useClientMe } from '../client-layout.tsx'

/** A page for someone who is signed in as a client; everybody else is sent to the clients' door. */
export function ClientPage({ title, children }: { title: string; children: (me: ClientMe) => ReactNode }) {
  const navigate = useNavigate()
  const query = useClientMe()
  const isSignedIn = getClientToken() !== null
  useEffect(() => {
    if (!isSignedIn) void navigate({ to: '/client/login', replace: true })
  }, [isSignedIn, navigate])
  return (
    <Page title={title} width="wide">
      <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
        {(me) => <div className={blocks.sections}>{children(me)}</div>}
      </QueryView>
    </Page>
  )
}
