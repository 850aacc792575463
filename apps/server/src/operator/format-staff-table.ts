import type { StaffAccountRow } from '@chuma/contract/admin/staff'

const HEADINGS = ['username', 'role', 'second factor', 'last log-in (UTC)', 'disabled']

/** A line for each account, in columns that line up. */
export function formatStaffTable(staff: readonly StaffAccountRow[]): string {
  const rows = [HEADINGS, ...staff.map(toCells)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function toCells({ username, role, isSecondFactorOn, lastLogInAt, disabledAt }: StaffAccountRow): string[] {
  const lastLogIn = lastLogInAt ? lastLogInAt.toISOString().slice(0, 16).replace('T', ' ') : 'never'
  return [username, role, isSecondFactorOn ? 'on' : 'off', lastLogIn, disabledAt ? 'disabled' : 'no']
}
