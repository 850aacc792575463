import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDots } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import menu from './menu.module.css'

type RowAction = { label: string; isDangerous?: boolean } & (
  | { onClick: () => void }
  | { href: string }
  | { link: (props: object) => ReactElement }
)

/** A row's less frequent actions, behind one button. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal classNames={{ item: menu.item ?? '' }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} data-stop="menu">
          <IconDots aria-hidden size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Item key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ action }: { action: RowAction }) {
  const { label } = action
  if ('href' in action) {
    return (
      <Menu.Item component="a" href={action.href} target="_blank" rel="noopener noreferrer">
        {label}
      </Menu.Item>
    )
  }
  if ('link' in action) return <Menu.Item renderRoot={action.link}>{label}</Menu.Item>
  return (
    <Menu.Item onClick={action.onClick} {...(action.isDangerous && { color: 'red' })}>
      {label}
    </Menu.Item>
  )
}
