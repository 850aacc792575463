import '@mantine/spotlight/styles.layer.css'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Box } from '@mantine/core'
import { useDebouncedValue, useForceUpdate } from '@mantine/hooks'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { Found } from './found.ts'
import classes from './palette.module.css'
import { useMembers } from './use-members.ts'
import { usePlaces } from './use-places.ts'
import { useWithdrawals } from './use-withdrawals.ts'

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
      aria-label={t('palette.title')}
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
  const members = useMembers(settled, staff.permissions.includes('members:read'))
  const withdrawals = useWithdrawals(settled, staff.permissions.includes('withdrawals:read'))
  const groups = [
    { label: t('palette.pages'), found: pages },
    { label: t('palette.members'), found: members.found },
    { label: t('palette.withdrawals'), found: withdrawals.found },
  ]
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    isLooking: typed !== settled || members.isLooking || withdrawals.isLooking,
  }
}
