import '@mantine/spotlight/styles.layer.css'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { formatKes } from '@chuma/contract/format-money'
import { Box } from '@mantine/core'
import { useDebouncedValue, useForceUpdate } from '@mantine/hooks'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { mayCall } from './access.ts'
import classes from './palette.module.css'
import { useStaffSections } from './staff-places.ts'

const TYPING_MS = 250
// A scrolling box must be reachable by keyboard. The scroll area accepts this, but the type of the list does not say
// so.
const WITHIN_REACH = { viewportProps: { tabIndex: 0 } }
const [store, palette] = createSpotlight()

type Props = {
  staff: SignedInStaffMember
  /** Increases with each request to open. */
  wishes: number
}

/** Finds pages, members and withdrawals by a few letters or a number, within the staff member's permissions. */
export function Palette({ staff, wishes }: Props) {
  const t = useT()
  const listId = useId()
  const drawAgain = useForceUpdate()
  const { query, selected } = useSpotlight(store)
  const { groups, isLooking } = useFound(staff, query.trim())
  useEffect(() => {
    if (wishes > 0) palette.open()
  }, [wishes])
  const all = groups.flatMap(({ found }) => found)
  const active = Math.min(selected, all.length - 1)
  const optionId = (index: number) => `${listId}-${index}`
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      scrollable
      maxHeight="70dvh"
      overlayProps={{ blur: 0 }}
      aria-label={t('word.search')}
    >
      <Spotlight.Search
        className={classes.search ?? ''}
        placeholder={t('palette.placeholder')}
        leftSection={<IconSearch aria-hidden size={20} />}
        maxLength={100}
        // Mantine moves the selection without re-rendering React, so re-render after its handler.
        onKeyDown={() => queueMicrotask(drawAgain)}
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
      />
      <Spotlight.ActionsList {...WITHIN_REACH}>
        <Box id={listId} role="listbox" aria-label={t('palette.found')}>
          {groups.map(({ label, found }) => (
            <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
              {found.map((each) => {
                const index = all.indexOf(each)
                return (
                  <Spotlight.Action
                    key={each.key}
                    // Mantine does not pass `id` on to the element.
                    ref={(option: HTMLButtonElement | null) => option?.setAttribute('id', optionId(index))}
                    role="option"
                    aria-selected={index === active}
                    data-selected={index === active || undefined}
                    className={classes.action ?? ''}
                    label={each.label}
                    description={each.description}
                    onClick={each.go}
                  />
                )
              })}
            </Spotlight.ActionsGroup>
          ))}
        </Box>
      </Spotlight.ActionsList>
      <p role="status" className={all.length > 0 ? classes.unseen : classes.status}>
        {isLooking ? t('palette.looking') : t('list.found', { count: all.length })}
      </p>
    </Spotlight.Root>
  )
}

type Group = { label: string; found: Found[] }

function useFound(staff: SignedInStaffMember, typed: string): { groups: Group[]; isLooking: boolean } {
  const t = useT()
  const [settled] = useDebouncedValue(typed, TYPING_MS)
  const pages = usePlaces(staff, typed)
  const members = useMembers(settled, mayCall(staff, 'admin.listMembers'))
  const withdrawals = useWithdrawals(settled, mayCall(staff, 'admin.findWithdrawals'))
  const groups = [
    { label: t('palette.pages'), found: pages },
    { label: t('word.members'), found: members.found },
    { label: t('word.withdrawals'), found: withdrawals.found },
  ]
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    isLooking: typed !== settled || members.isLooking || withdrawals.isLooking,
  }
}

/** A search of fewer than three characters, or without two adjacent letters or digits, would match nearly everyone. */
const isSearchable = (typed: string) => typed.length >= 3 && /[\p{L}\p{N}]{2}/u.test(typed)

/** Find members by part of a name or an email address, by id, or by M-Pesa number. */
export function useMembers(typed: string, isAllowed: boolean) {
  const navigate = useNavigate()
  const isAsked = isAllowed && isSearchable(typed)
  const query = trpc.admin.listMembers.useQuery({ search: typed, limit: 5 }, { enabled: isAsked })
  const found: Found[] = ((isAsked && query.data) || []).map(({ id, firstName, lastName, email }) => ({
    key: id,
    label: `${firstName} ${lastName}`,
    description: email,
    go: () => void navigate({ to: '/admin/members/$memberId', params: { memberId: id } }),
  }))
  return { found, isLooking: isAsked && query.isFetching }
}

/** Find the pages whose name contains all typed words; without any, list all of them. */
export function usePlaces(staff: SignedInStaffMember, typed: string): Found[] {
  const t = useT()
  const navigate = useNavigate()
  const words = typed.toLowerCase().split(/\s+/)
  return useStaffSections(staff)
    .flatMap(({ label: section, places }) =>
      places.map(({ to, label }) => ({
        key: to,
        label: t(label),
        description: t(section),
        go: () => void navigate({ to }),
      })),
    )
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}

/** Ids, receipts and M-Pesa numbers all contain digits and are never short. */
const isKey = (typed: string) => typed.length >= 6 && /\d/.test(typed)

/** Find withdrawals by id, receipt or number. Each result links to its member. */
export function useWithdrawals(typed: string, isAllowed: boolean) {
  const t = useT()
  const navigate = useNavigate()
  const isAsked = isAllowed && isKey(typed)
  const query = trpc.admin.findWithdrawals.useQuery({ q: typed }, { enabled: isAsked })
  const rows = (isAsked && query.data) || []
  const found: Found[] = rows.map(({ id, userId, userName, status, amountKes }) => ({
    key: id,
    label: t('palette.withdrawal', { amount: formatKes(amountKes), name: userName }),
    description: t(`withdrawal.${status}`),
    go: () => void navigate({ to: '/admin/members/$memberId', params: { memberId: userId } }),
  }))
  return { found, isLooking: isAsked && query.isFetching }
}

/** One search result. */
export type Found = { key: string; label: string; description: string; go: () => void }
