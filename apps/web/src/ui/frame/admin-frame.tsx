import '@mantine/core/styles/Menu.layer.css'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { ActionIcon, Box, Button, Menu, Overlay, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery, useOs } from '@mantine/hooks'
import { IconLock, IconMenu2, IconSearch, IconUserCircle, IconX } from '@tabler/icons-react'
import { Link, useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { SkipLink } from '../../app/shell.tsx'
import { TakenOver } from '../../app/take-over.ts'
import { LanguageSwitch } from '../../app/top-navigation.tsx'
import { ProofSection, StepUpDialog } from '../../auth/second-factor/step-up-form.tsx'
import { useCurrentUser, useLogOut } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/from-server.ts'
import menu from '../actions/menu.module.css'
import { moveFocus } from '../actions/move-focus.ts'
import blocks from '../blocks.module.css'
import { ShownOnce } from '../dialogs/shown-once.tsx'
import { setWaitingSecret, useWaitingSecret } from '../dialogs/waiting-secret.ts'
import { PageHeading, useShowActiveTab } from '../page/page.tsx'
import { usePageTitle } from '../page/status-screens.tsx'
import { MessageState, Notice, QueryView, Skeletons } from '../states/states.tsx'
import { mayCall, mustSetUpFirst } from './access.ts'
import { useLogOutStaff, useStaffMember } from './staff-member.tsx'
import { findPlace, type StaffPlace, type StaffSection, useStaffSections } from './staff-places.ts'
import classes from './staff-shell.module.css'
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

/** The style sheet's: from here on the navigation is at the side. */
const WIDE = '(min-width: 62em)'

/** Undefined until the staff member is known. */
type Staff = { staff: SignedInStaffMember | undefined }
type StaffShellProps = Staff & { title: string; children: ReactNode }

/**
 * The frame of every staff page, in place of the site's: the sections at the side, or in a sheet on narrow screens; a bar
 * with title, search and account; the pages of the section.
 */
function StaffShell({ title, staff, children }: StaffShellProps) {
  const t = useT()
  const [isAsked, sheet] = useDisclosure(false)
  // A sheet that a narrow window opened would leave a wide one inert.
  const isOpen = !useMediaQuery(WIDE) && isAsked
  const opener = useRef<HTMLButtonElement>(null)
  usePageTitle(title)
  return (
    <div className={classes.shell} data-staff-shell>
      <SkipLink />
      {isOpen && <Overlay fixed zIndex="calc(var(--mantine-z-index-app) + 1)" onClick={sheet.close} />}
      <Navigation {...{ staff, isOpen, opener }} onClose={sheet.close} />
      <div inert={isOpen}>
        <header className={classes.bar}>
          <ActionIcon
            ref={opener}
            variant="subtle"
            color="gray"
            size={44}
            className={classes.narrow ?? ''}
            aria-label={t('nav.open')}
            aria-expanded={isOpen}
            onClick={sheet.open}
          >
            <IconMenu2 aria-hidden />
          </ActionIcon>
          <PageHeading className={classes.title ?? ''}>{title}</PageHeading>
          {!(staff && mustSetUpFirst(staff)) && <PaletteButton staff={staff} />}
          <AccountMenu staff={staff} />
        </header>
        <SectionPages staff={staff} />
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      <TakenOver />
      <StepUpDialog />
    </div>
  )
}

type NavigationProps = Staff & {
  isOpen: boolean
  opener: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The sections that the staff member may open, with what waits there, and the way to the site. */
function Navigation({ staff, isOpen, opener, onClose }: NavigationProps) {
  const t = useT()
  const closer = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    closer.current?.focus()
    return () => opener.current?.focus()
  }, [isOpen, opener])
  return (
    <nav
      aria-label={t('staffNav.label')}
      className={classes.side}
      data-open={isOpen || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else moveFocus(event)
      }}
    >
      <div className={classes.top}>
        <Link to="/" className={classes.brand} onClick={onClose}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {brandName}
        </Link>
        <ActionIcon
          ref={closer}
          variant="subtle"
          color="gray"
          size={44}
          className={classes.narrow ?? ''}
          aria-label={t('nav.close')}
          onClick={onClose}
        >
          <IconX aria-hidden />
        </ActionIcon>
      </div>
      {staff && <Sections staff={staff} onOpen={onClose} />}
      <SiteLinks />
    </nav>
  )
}

function Sections({ staff, onOpen }: { staff: SignedInStaffMember; onOpen: () => void }) {
  const t = useT()
  const here = findPlace(useLocation().pathname)
  return (
    <ul className={classes.list}>
      {useStaffSections(staff).map(({ label, Icon, places }) => (
        <li key={label}>
          <Link
            to={places[0]?.to ?? '/admin'}
            className={classes.link}
            activeOptions={{ exact: true, includeSearch: false }}
            // The row of the section's pages names the page.
            aria-current={label === here.section?.label || undefined}
            data-stop="section"
            onClick={onOpen}
          >
            <Icon aria-hidden size={20} stroke={1.75} />
            <span className={classes.label}>{t(label)}</span>
            <Waiting places={places} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** How many things wait on pages. */
function Waiting({ places }: Pick<StaffSection, 'places'>) {
  const t = useT()
  const { data: work = [] } = useWaiting()
  const { count, isAlarm } = countAt(work, places)
  if (count === 0) return null
  return (
    <span className={classes.count} data-alarm={isAlarm || undefined}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t('staffToday.count', { count })}</VisuallyHidden>
    </span>
  )
}

/** The links of the site's header. */
function SiteLinks() {
  const t = useT()
  const { status } = useCurrentUser()
  return (
    <div className={classes.site}>
      {status === 'member' && <Link to="/dashboard">{t('word.dashboard')}</Link>}
      <Link to="/about">{t('nav.about')}</Link>
      <Link to="/contact">{t('nav.contact')}</Link>
      {/* Members choose their language in their settings. */}
      {status === 'anonymous' && <LanguageSwitch />}
    </div>
  )
}

/** The pages of the section that is open. Its height is known before the permissions are, so that nothing moves. */
function SectionPages({ staff }: Staff) {
  const t = useT()
  const { section, place } = findPlace(useLocation().pathname)
  const row = useShowActiveTab(staff ? (place?.to ?? null) : null)
  const { isLoading } = useWaiting()
  if (!section || section.places.length < 2) return null
  return (
    <nav
      ref={row}
      aria-label={t(section.label)}
      className={classes.pages}
      data-counting={isLoading || undefined}
    >
      {staff && <PageLinks staff={staff} section={section} here={place} />}
    </nav>
  )
}

type PageLinksProps = { staff: SignedInStaffMember; section: StaffSection; here: StaffPlace | undefined }

function PageLinks({ staff, section, here }: PageLinksProps) {
  const t = useT()
  const places = useStaffSections(staff).find(({ label }) => label === section.label)?.places ?? []
  return (
    <ul>
      {places.map((place) => (
        <li key={place.to}>
          <Link
            to={place.to}
            className={classes.page}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={place.to === here?.to ? 'page' : undefined}
            data-active={place.to === here?.to || undefined}
          >
            {t(place.label)}
            <Waiting places={[place]} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Who is signed in, and the way out: of the staff pages, and for a member who is an admin of the site. */
function AccountMenu({ staff }: Staff) {
  const t = useT()
  const current = useCurrentUser()
  const logOutStaff = useLogOutStaff()
  const logOut = useLogOut()
  const who = staff && t('admin.signedInAs', { name: staff.username, role: t(`role.${staff.role}`) })
  return (
    <Menu position="bottom-end" withinPortal classNames={{ item: menu.item ?? '' }}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.account ?? ''}
          leftSection={<IconUserCircle aria-hidden size={24} stroke={1.75} />}
          aria-label={[t('word.account'), who].filter(Boolean).join(': ')}
        >
          <span className={classes.word}>{who}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {who && <Menu.Label>{who}</Menu.Label>}
        <Menu.Item renderRoot={(props) => <Link to="/admin/account" {...props} />}>
          {t('staffNav.account')}
        </Menu.Item>
        {logOutStaff && <Menu.Item onClick={logOutStaff}>{t('admin.logout')}</Menu.Item>}
        {current.status === 'member' && (
          <>
            <Menu.Divider />
            <Menu.Label>{current.user.firstName || current.user.email}</Menu.Label>
            <Menu.Item renderRoot={(props) => <Link to="/profile" {...props} />}>
              {t('word.profile')}
            </Menu.Item>
            <Menu.Item renderRoot={(props) => <Link to="/settings" {...props} />}>
              {t('word.settings')}
            </Menu.Item>
            <Menu.Item onClick={logOut}>{t('nav.logout')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

// Loaded on first use.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Opens the search for pages, members and withdrawals. Ctrl or ⌘ with K does too, wherever the focus is. */
function PaletteButton({ staff }: Staff) {
  const t = useT()
  const os = useOs()
  const [wishes, setWishes] = useState(0)
  const open = () => setWishes((count) => count + 1)
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Button
        variant="default"
        className={classes.search ?? ''}
        leftSection={<IconSearch aria-hidden size={20} />}
        aria-haspopup="dialog"
        aria-keyshortcuts={os === 'macos' ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <span className={classes.word}>{t('word.search')}</span>
        <kbd className={classes.keys} aria-hidden>
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
