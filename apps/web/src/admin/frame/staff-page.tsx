import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TakenOver } from '../../app/taken-over.tsx'
import { useT } from '../../i18n/use-t.ts'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { mustSetUpFirst } from '../must-set-up-first.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { StepUpDialog } from '../step-up/step-up-dialog.tsx'
import { WaitingSecretPanel } from '../waiting-secret-panel.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AdminLogout } from './admin-logout.tsx'
import { AdminNavigation } from './admin-navigation.tsx'
import classes from './staff-page.module.css'

type Props = { title: string; staff: SignedInStaffMember | undefined; children: ReactNode }

const NO_BREAK_SPACE = '\u00a0'

/**
 * The layout of every staff page. Wide screens have the navigation beside the content; narrow ones have one bar with menu,
 * title, search and account, in place of the site's header.
 */
export function StaffPage({ title, staff, children }: Props) {
  const t = useT()
  usePageTitle(title)
  // Reserves the line, so that nothing moves when it loads.
  const lead = staff
    ? t('admin.signedInAs', { name: staff.username, role: t(`role.${staff.role}`) })
    : NO_BREAK_SPACE
  return (
    <div className={classes.page} data-width="wide" data-staff-bar>
      <header className={classes.bar}>
        <div className={classes.title}>
          <PageHeading className={classes.heading ?? ''}>{title}</PageHeading>
          <Text c="dimmed" mt={4} className={classes.lead ?? ''}>
            {lead}
          </Text>
        </div>
        <div className={classes.tools}>
          {!(staff && mustSetUpFirst(staff)) && <PaletteButton staff={staff} />}
          <span className={classes.wide}>
            <AdminLogout />
          </span>
          <span className={classes.narrow}>
            <AccountMenu lead={lead} />
          </span>
        </div>
      </header>
      <div className={classes.frame}>
        {staff && <AdminNavigation staff={staff} />}
        <div className={classes.content}>
          <WaitingSecretPanel />
          {children}
        </div>
      </div>
      <TakenOver />
      <StepUpDialog />
    </div>
  )
}
