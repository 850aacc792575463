import '@mantine/core/styles/Menu.layer.css'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { ActionIcon, Box, Button, Menu, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useId, useOs } from '@mantine/hooks'
import { IconLock, IconMenu2, IconSearch, IconUserCircle, IconX } from '@tabler/icons-react'
import { Link, useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { TakenOver } from '../../app/take-over.ts'
import { LanguageSwitch } from '../../app/top-navigation.tsx'
import { ProofSection, StepUpDialog } from '../../auth/second-factor/step-up-form.tsx'
import { useCurrentUser, useLogOut } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import menu from '../actions/menu.module.css'
import blocks from '../blocks.module.css'
import { ShownOnce } from '../dialogs/shown-once.tsx'
import { setWaitingSecret, useWaitingSecret } from '../dialogs/waiting-secret.ts'
import { PageHeading } from '../page/page.tsx'
import { usePageTitle } from '../page/status-screens.tsx'
import { MessageState, Notice, QueryView, Skeletons } from '../states/states.tsx'
import { mayCall, mustSetUpFirst } from './access.ts'
import adminNavigationClasses from './admin-frame.module.css'
import { AdminLogout, useLogOutStaff, useStaffMember } from './staff-member.tsx'
import { SITE_PLACES, type StaffPlace, useStaffPlaces } from './staff-places.ts'
import { countAt, useStaffNews, useWaiting, WAITING_PLACES } from './waiting-places.ts'

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

/** The frame of every staff page: permission check, signed-in name, navigation. */
export function AdminFrame({ title, isAccountPage = false, skeleton = SKELETON, children }: Props) {
  const query = useStaffMember()
  const staff = query.data
  const isSetUpFirst = useSetUpFirst(!isAccountPage && staff !== undefined && mustSetUpFirst(staff))
  const opensWith = useMatch({ strict: false, select: ({ staticData }) => staticData.opensWith })
  useStaffNews()
  return (
    <StaffPage title={title} staff={staff}>
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
    </StaffPage>
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
        <Button variant="default" renderRoot={(props) => <Link to="/admin" {...props} />}>
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

type StaffPageProps = { title: string; staff: SignedInStaffMember | undefined; children: ReactNode }

const NO_BREAK_SPACE = '\u00a0'

/**
 * The layout of every staff page. Wide screens have the navigation at the side; narrow ones have one bar with menu,
 * title, search and account, in place of the site's header.
 */
function StaffPage({ title, staff, children }: StaffPageProps) {
  const t = useT()
  usePageTitle(title)
  // Reserves the line, so that nothing moves when it loads.
  const lead = staff
    ? t('admin.signedInAs', { name: staff.username, role: t(`role.${staff.role}`) })
    : NO_BREAK_SPACE
  return (
    <div className={adminNavigationClasses.page} data-width="wide" data-staff-bar>
      <header className={adminNavigationClasses.bar}>
        <div className={adminNavigationClasses.title}>
          <PageHeading className={adminNavigationClasses.staffPageHeading ?? ''}>{title}</PageHeading>
          <Text c="dimmed" mt={4} className={adminNavigationClasses.lead ?? ''}>
            {lead}
          </Text>
        </div>
        <div className={adminNavigationClasses.tools}>
          {!(staff && mustSetUpFirst(staff)) && <PaletteButton staff={staff} />}
          <span className={adminNavigationClasses.wide}>
            <AdminLogout />
          </span>
          <span className={adminNavigationClasses.narrow}>
            <AccountMenu lead={lead} />
          </span>
        </div>
      </header>
      <div className={adminNavigationClasses.frame}>
        {staff && <AdminNavigation staff={staff} />}
        <div className={adminNavigationClasses.content}>
          <WaitingSecretPanel />
          {children}
        </div>
      </div>
      <TakenOver />
      <StepUpDialog />
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

/** Who is signed in, and the way out. On narrow screens also what the site's header says about a member. */
function AccountMenu({ lead }: { lead: string }) {
  const t = useT()
  const current = useCurrentUser()
  const logOutStaff = useLogOutStaff()
  const logOut = useLogOut()
  const isMember = current.status === 'member'
  return (
    <Menu position="bottom-end" withinPortal classNames={{ item: menu.item ?? '' }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('staffMenu.account')}>
          <IconUserCircle aria-hidden size={26} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{lead}</Menu.Label>
        <Menu.Item renderRoot={(props) => <Link to="/admin/account" {...props} />}>
          {t('staffNav.account')}
        </Menu.Item>
        {logOutStaff && <Menu.Item onClick={logOutStaff}>{t('admin.logout')}</Menu.Item>}
        {isMember && (
          <>
            <Menu.Divider />
            <Menu.Label>{current.user.firstName || current.user.email}</Menu.Label>
            <Menu.Item renderRoot={(props) => <Link to="/profile" {...props} />}>
              {t('nav.profile')}
            </Menu.Item>
            <Menu.Item renderRoot={(props) => <Link to="/settings" {...props} />}>
              {t('nav.settings')}
            </Menu.Item>
            <Menu.Item onClick={logOut}>{t('nav.logout')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Links to the staff pages that the signed-in staff member may use: a column, or a menu on a phone. */
function AdminNavigation({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const id = useId()
  const [isOpen, menu] = useDisclosure(false)
  const groups = useStaffPlaces(staff)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a page closes the menu
  useEffect(menu.close, [pathname])
  // The dashboard and the survey offers have two addresses each.
  const here = SAME_PAGE[pathname] ?? pathname
  const tab = 'tab' in search ? search.tab : undefined
  const isHere = (place: StaffPlace) =>
    place.to === here &&
    (here !== '/admin' || (place.search?.tab === 'withdrawals') === (tab === 'withdrawals'))
  return (
    <nav
      aria-label={t('staffNav.label')}
      className={adminNavigationClasses.nav}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && isOpen) menu.close()
      }}
    >
      <button
        type="button"
        className={adminNavigationClasses.menu}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t(isOpen ? 'nav.close' : 'nav.open')}
        onClick={menu.toggle}
      >
        {isOpen ? <IconX aria-hidden /> : <IconMenu2 aria-hidden />}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links, which have the focus */}
      <div
        id={id}
        className={adminNavigationClasses.groups}
        data-open={isOpen || undefined}
        onKeyDown={moveFocus}
      >
        {groups.map(({ label, places }) => (
          <div key={label}>
            <h2 className={adminNavigationClasses.heading}>{t(label)}</h2>
            <ul className={adminNavigationClasses.list}>
              {places.map((place) => (
                <li key={place.label}>
                  <PlaceLink place={place} isHere={isHere(place)} onOpen={menu.close} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <SiteLinks />
      </div>
    </nav>
  )
}

/** The links of the site's header, which narrow screens do not have. */
function SiteLinks() {
  const t = useT()
  // Members choose their language in their settings.
  const isVisitor = useCurrentUser().status === 'anonymous'
  return (
    <div className={adminNavigationClasses.site}>
      <h2 className={adminNavigationClasses.heading}>{t('staffNav.site')}</h2>
      <ul className={adminNavigationClasses.list}>
        {SITE_PLACES.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={adminNavigationClasses.link} data-stop="place">
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
      {isVisitor && <LanguageSwitch />}
    </div>
  )
}

type LinkProps = { place: StaffPlace; isHere: boolean; onOpen: () => void }

/** A page, with the number of things that wait there. */
function PlaceLink({ place, isHere, onOpen }: LinkProps) {
  const t = useT()
  const { data: work = [] } = useWaiting()
  const { to, search, label } = place
  const { count, isAlarm } = countAt(work, place)
  return (
    <Link
      to={to}
      {...(search && { search })}
      className={adminNavigationClasses.link}
      data-here={isHere || undefined}
      data-stop="place"
      aria-current={isHere ? 'page' : undefined}
      onClick={onOpen}
    >
      {t(label)}
      {count > 0 && (
        <span className={adminNavigationClasses.count} data-alarm={isAlarm || undefined}>
          <span aria-hidden>{count}</span>
          <span className={adminNavigationClasses.spoken}>{t('staffToday.count', { count })}</span>
        </span>
      )}
    </Link>
  )
}

const SAME_PAGE: Readonly<Record<string, string>> = {
  '/admin-dashboard': '/admin',
  '/admin-survey-manager': '/admin/surveys',
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
}

/**
 * Move the focus between the rows of a list with the arrow keys, Home and End, to the control with the same `data-stop`.
 * The list's rows are `li` elements.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget
  const step = STEPS[event.key]
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stop]') : null
  // Menus and dialogs of a row are its children in React, but not in the page.
  if (!step || !control || !list.contains(control) || event.defaultPrevented) return
  const rows = [...list.querySelectorAll('li:has([data-stop])')]
  const row =
    rows[
      step(
        rows.findIndex((each) => each.contains(control)),
        rows.length - 1,
      )
    ]
  const same = row?.querySelector<HTMLElement>(`[data-stop="${control.dataset.stop}"]`)
  const next = same ?? row?.querySelector<HTMLElement>('[data-stop]')
  if (!next) return
  event.preventDefault()
  next.focus()
}

// Loaded on first use.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Opens the search for pages, members and withdrawals. Ctrl or ⌘ with K does too, wherever the focus is. */
function PaletteButton({ staff }: { staff: SignedInStaffMember | undefined }) {
  const t = useT()
  const os = useOs()
  const [wishes, setWishes] = useState(0)
  const open = () => setWishes((count) => count + 1)
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Button
        variant="default"
        px="sm"
        className={adminNavigationClasses.button ?? ''}
        leftSection={<IconSearch aria-hidden size={20} />}
        aria-haspopup="dialog"
        aria-keyshortcuts={os === 'macos' ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <span className={adminNavigationClasses.word}>{t('palette.open')}</span>
        <kbd className={adminNavigationClasses.keys} aria-hidden>
          {os === 'macos' ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {staff && wishes > 0 && (
        <Suspense fallback={null}>
          <Palette staff={staff} wishes={wishes} />
        </Suspense>
      )}
    </>
  )
}
