import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './dialog.module.css'

type Props = {
  title: string
  opened: boolean
  onClose: () => void
  /** `xl` is for a form or a table. */
  size?: 'md' | 'xl'
  /** At the bottom of the screen, within reach of the thumb. */
  isSheet?: boolean
  children: ReactNode
}

/** A modal dialog. */
export function Dialog({ title, opened, onClose, size = 'md', isSheet = false, children }: Props) {
  const t = useT()
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={isSheet ? '100%' : size}
      centered={!isSheet}
      classNames={isSheet ? { inner: classes.sheet ?? '', content: classes.sheetContent ?? '' } : {}}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
        {/* Not Modal.Header: its header element would count as the page's second banner. */}
        <div className={classes.header}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton size={44} iconSize={20} aria-label={t('dialog.close')} />
        </div>
        <Modal.Body className={classes.body ?? ''}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
