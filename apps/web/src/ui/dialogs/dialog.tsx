import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { focusFirstError } from '../forms/show-field-errors.ts'
import classes from './dialog.module.css'
import { followCloseDialogs } from './waiting-secret.ts'

type Props = {
  title: string
  opened: boolean
  onClose: () => void
  /** `xl` is for a form or a table. */
  size?: 'md' | 'xl'
  /** At the bottom of the screen, within reach of the thumb. */
  isSheet?: boolean
  /** Over other dialogs, which stay open behind it. */
  isOnTop?: boolean
  children: ReactNode
}

/** A modal dialog. */
export function Dialog({ size = 'md', isSheet = false, isOnTop = false, ...props }: Props) {
  const { title, opened, onClose, children } = props
  const t = useT()
  useOnTop(opened && isOnTop)
  useReturnFocus(opened)
  const isFollowing = opened && !isOnTop
  useEffect(() => (isFollowing ? followCloseDialogs(onClose) : undefined), [isFollowing, onClose])
  const close = () => {
    if (isOnTop || !isOneOnTop()) onClose()
  }
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      {...(isOnTop && { zIndex: 300 })}
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

let open = 0

/** Whether a dialog lies over the others, so that Escape closes only that one. */
const isOneOnTop = () => open > 0

function useOnTop(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    open += 1
    return () => {
      // The keystroke that closed it still has to reach the dialogs below, which must not close on it too.
      setTimeout(() => {
        open -= 1
      })
    }
  }, [isOpen])
}

/** Give the focus back. Mantine does not for a dialog that is mounted open, or unmounted to close it. */
function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    // Still the button: the dialog takes the focus in a later task.
    const pressed = document.activeElement
    // An entry of a menu goes with it; the menu's button stays.
    const menu = pressed?.closest('[role=menu]')?.getAttribute('aria-labelledby')
    const opener = menu ? document.getElementById(menu) : pressed
    return () => {
      const focused = document.activeElement
      setTimeout(() => {
        if (document.activeElement === focused && opener instanceof HTMLElement)
          opener.focus({ preventScroll: true })
      })
    }
  }, [isOpen])
}

type ConfirmDialogProps = {
  title: string
  text: string
  /** The action's label, the same as on the button that opened the dialog. */
  action: string
  /** The other button's label, where "Cancel" could be read as the action itself. */
  dismissal?: string
  opened: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that affects others. A held-down key does not confirm it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useT()
  const { title, text, action, dismissal, opened, isPending, onConfirm, onClose } = props
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {dismissal ?? t('dialog.cancel')}
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The title of a step that replaced another. It takes the focus, so that screen readers announce it. */
export function StepTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Title order={3} ref={title} tabIndex={-1} className={classes.stepTitle ?? ''}>
      {children}
    </Title>
  )
}

/** Whether to open a dialog that was asked for: once its data has arrived or failed. It then stays open. */
export function useOpensWithData(isAsked: boolean, isFetching: boolean): boolean {
  const [isOpen, setOpen] = useState(false)
  if (isOpen && !isAsked) setOpen(false)
  if (!isOpen && isAsked && !isFetching) setOpen(true)
  return isOpen && isAsked
}

type DialogButtonsProps = {
  /** What the second button says. */
  action: string
  isPending: boolean
  /** It ends or refuses something. */
  isDanger?: boolean | undefined
  isDisabled?: boolean | undefined
  onCancel: () => void
  /** Without it the second button sends the form. */
  onAct?: () => void
}

/** The end of a dialog: the way out, and what the dialog is for. */
export function DialogButtons({
  action,
  isPending,
  isDanger,
  isDisabled,
  onCancel,
  onAct,
}: DialogButtonsProps) {
  const t = useT()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
      <Button
        loading={isPending}
        {...(isDanger && { color: 'red' })}
        {...(isDisabled && { disabled: true })}
        {...(onAct ? { onClick: onAct } : { type: 'submit' as const })}
      >
        {action}
      </Button>
    </Group>
  )
}

type FormDialogProps<Values> = Omit<ComponentProps<typeof Dialog>, 'opened'> &
  Omit<ComponentProps<typeof DialogButtons>, 'onCancel' | 'onAct'> & {
    /** Without it, the page shows the dialog only while it is open. */
    opened?: boolean
    form: UseFormReturnType<Values>
    onSend: (values: Values) => void
  }

/** A dialog with a form, its fields above the way out and what it is for. Focuses the first invalid field. */
export function FormDialog<Values extends Record<string, unknown>>(props: FormDialogProps<Values>) {
  const { form, onSend, opened = true, children, action, isPending, isDanger, isDisabled, ...dialog } = props
  return (
    <Dialog {...dialog} opened={opened}>
      <form onSubmit={form.onSubmit(onSend, focusFirstError(form))} noValidate>
        <Stack>
          {children}
          <DialogButtons {...{ action, isPending, isDanger, isDisabled }} onCancel={dialog.onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Keep a dialog's subject while it closes, so that its text stays until it is gone. */
export function useAsked<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = (about: Subject) => {
    setSubject(about)
    setOpen(true)
  }
  return { subject, isOpen, ask, close: () => setOpen(false) }
}

/**
 * Focus a heading once something is done, because the pressed button is gone or in a closing dialog. A focus elsewhere
 * on the page stays. The heading needs `tabIndex={-1}`.
 */
export function useFocusWhenDone(isDone: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasDone = useRef(isDone)
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, [role=dialog], [role=dialog] *') ?? true
    if (isDone && !wasDone.current && isLost) heading.current?.focus({ preventScroll: true })
    wasDone.current = isDone
  }, [isDone])
  return heading
}
