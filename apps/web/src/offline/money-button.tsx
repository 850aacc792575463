import { Button, type ButtonProps, Text } from '@mantine/core'
import { type ComponentPropsWithoutRef, useId } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useIsOffline } from './use-is-offline.ts'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** The server cannot be reached, even if the device says it is online. */
    isUnreachable?: boolean
  }

/** A button that moves money: disabled with a reason while offline. Nothing is queued to be sent later. */
export function MoneyButton({ disabled = false, isUnreachable = false, ...props }: Props) {
  const t = useT()
  const reasonId = useId()
  const isOffline = useIsOffline()
  if (!isOffline && !isUnreachable) return <Button disabled={disabled} {...props} />
  return (
    <div>
      <Button {...props} disabled aria-describedby={reasonId} />
      <Text size="sm" c="dimmed" mt={4} id={reasonId}>
        {t('offline.money')}
      </Text>
    </div>
  )
}
