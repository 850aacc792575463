import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Box, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, useMatch, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ProofSection } from '../../auth/second-factor/step-up-form.tsx'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../blocks.module.css'
import { ShownOnce } from '../dialogs/shown-once.tsx'
import { setWaitingSecret, useWaitingSecret } from '../dialogs/waiting-secret.ts'
import { MessageState, Notice, QueryView, Skeletons } from '../states/states.tsx'
import { mayCall, mustSetUpFirst } from './access.ts'
import { useStaffMember } from './staff-member.tsx'
import { StaffShell } from './staff-shell.tsx'
import { useStaffNews, useWaiting, WAITING_PLACES } from './waiting-places.ts'

type Props = {
  title: string
  /**
   * The account page, where a missing second factor is set up and a temporary password replaced. Other pages redirect
   * here until that is done.
   */
  isAccountPage?: boolean
  /** Replaces the content until the staff member is known. */
  skeleton?: ReactNode
  children: (staff: SignedInStaffMember) => ReactNode
}

const SKELETON = <Skeletons count={6} height={120} />

/** Every staff page, in the staff's frame: checks the permission, and shows what concerns all pages. */
export function AdminFrame({ title, isAccountPage = false, skeleton = SKELETON, children }: Props) {
  const query = useStaffMember()
  const staff = query.data
  const isSetUpFirst = useSetUpFirst(!isAccountPage && staff !== undefined && mustSetUpFirst(staff))
  const opensWith = useMatch({ strict: false, select: ({ staticData }) => staticData.opensWith })
  useStaffNews()
  return (
    <StaffShell title={title} staff={staff}>
      <WaitingSecretPanel />
      <QueryView query={query} skeleton={skeleton}>
        {(member) => (
          <div className={blocks.sections}>
            {member.isSetUpUnfinished && <SetUpNotice />}
            <BooksNotice />
            {member.isProofDue ? (
              <ProofSection staff={member} />
            ) : isSetUpFirst ? (
              skeleton
            ) : mayCall(member, opensWith) ? (
              children(member)
            ) : (
              <NotAllowed />
            )}
          </div>
        )}
      </QueryView>
    </StaffShell>
  )
}

function useSetUpFirst(isNeeded: boolean): boolean {
  const navigate = useNavigate()
  useEffect(() => {
    if (isNeeded) void navigate({ to: '/admin/account', replace: true })
  }, [isNeeded, navigate])
  return isNeeded
}

function NotAllowed() {
  const t = useT()
  return (
    <MessageState
      icon={<IconLock />}
      title={t('staff.notAllowedTitle')}
      text={t('staff.notAllowed')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/admin/today" {...props} />}>
          {t('staff.toDashboard')}
        </Button>
      }
    />
  )
}

/** Leads an owner who signs in back to the set-up that they left. */
function SetUpNotice() {
  const t = useT()
  return (
    <Notice
      title={t('setUp.unfinishedTitle')}
      action={<Button renderRoot={(props) => <Link to="/set-up" {...props} />}>{t('setUp.resume')}</Button>}
    >
      {t('setUp.unfinished')}
    </Notice>
  )
}

/** On every staff page, while the last check of the ledger and audit log found something. */
function BooksNotice() {
  const t = useT()
  const { data } = useWaiting()
  if (!data?.some(({ kind, count }) => kind === 'books-broken' && count > 0)) return null
  return (
    <div role="alert">
      <Notice
        title={t('booksBroken.title')}
        action={
          <Button renderRoot={(props) => <Link {...WAITING_PLACES['books-broken']} {...props} />}>
            {t('admin.ledgerCheck')}
          </Button>
        }
      >
        {t('booksBroken.text')}
      </Notice>
    </div>
  )
}

/** What a change that waits for a second person will make valid: shown once, above the page. */
function WaitingSecretPanel() {
  const t = useT()
  const waiting = useWaitingSecret()
  if (!waiting) return null
  const { text, secret } = waiting
  return (
    <Box component="section" aria-label={t('approval.sent')} mb="lg">
      <ShownOnce
        key={secret}
        title={t('approval.sent')}
        text={`${text} ${t('approval.secret')}`}
        secret={secret}
        onDone={() => setWaitingSecret(null)}
      />
    </Box>
  )
}
