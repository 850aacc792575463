import { Button, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCloudOff, IconInfoCircle, IconLeaf } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isServerFault, serverMessage } from '../../trpc.ts'
import blocks from '../blocks.module.css'
import { Drawing } from '../page/status-screens.tsx'
import classes from './message-state.module.css'
import statesClasses from './states.module.css'

type Props<Data> = {
  query: {
    data: Data | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    /** The browser is offline, so the query was not sent. */
    isPaused: boolean
    refetch: () => Promise<unknown>
  }
  /** Replaces the content until it loads. */
  skeleton: ReactNode
  errorTitle?: string
  children: (data: Data) => ReactNode
}

/** The loading, failed and loaded states of a query. Loaded data stays when a refetch fails. */
export function QueryView<Data>({ query, skeleton, errorTitle, children }: Props<Data>) {
  // Rendered as a transition, so that the page stays responsive to touch.
  const isDrawn = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined) return isDrawn ? children(query.data) : skeleton
  const hasFailed = (query.isError && !query.isFetching) || query.isPaused
  if (!hasFailed) return skeleton
  return (
    <ErrorState
      onRetry={() => void query.refetch()}
      error={query.error}
      {...(errorTitle !== undefined && { title: errorTitle })}
    />
  )
}

type ErrorStateProps = {
  onRetry: () => void
  /** Why it failed; empty if no call was made. */
  error?: unknown
  title?: string
  text?: string
}

/** Failed data, with a retry. */
export function ErrorState({ onRetry, error, title, text }: ErrorStateProps) {
  const t = useT()
  // Do not send members to check their connection for a fault of the server.
  const reason = isServerFault(error) ? t('state.oursText') : serverMessage(error, t('state.failedText'))
  return (
    <MessageState
      role="alert"
      icon={<IconCloudOff />}
      title={title ?? t('state.failedTitle')}
      text={text ?? reason}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('state.retry')}
        </Button>
      }
    />
  )
}

type MessageStateProps = {
  /** Shown on a circle, unless it is a `Drawing`. */
  icon: ReactNode
  title: string
  text: string
  /** What to do next: a button or a link. */
  action?: ReactNode
  role?: 'alert'
}

/** A short message instead of content. */
export function MessageState({ icon, title, text, action, role }: MessageStateProps) {
  return (
    <div className={classes.state} role={role}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw="26rem">
        {text}
      </Text>
      {action}
    </div>
  )
}

type NoticeProps = {
  title: string
  children: ReactNode
  /** What to do about it: a button or a link. */
  action?: ReactNode
}

/** A notice in the flow of a page. */
export function Notice({ title, children, action }: NoticeProps) {
  return (
    <div className={statesClasses.notice}>
      <IconInfoCircle aria-hidden size={24} className={statesClasses.icon} />
      <div className={statesClasses.words}>
        <p className={statesClasses.title}>{title}</p>
        <p className={blocks.flush}>{children}</p>
      </div>
      {action}
    </div>
  )
}

type SkeletonProps = {
  count: number
  /** The height of the loaded content in pixels, so that nothing jumps. */
  height: number
  /** `grid` is for cards, `stack` for rows. */
  layout?: 'grid' | 'stack'
}

export function Skeletons({ count, height, layout = 'stack' }: SkeletonProps) {
  const t = useT()
  return (
    <div className={statesClasses.list} data-layout={layout} role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and never move
        <Skeleton key={index} height={height} radius="lg" aria-hidden />
      ))}
    </div>
  )
}

/**
 * Whether a query was answered or refused, or paused without a network. A refetch does not change this: a page that
 * switched back to its skeleton would remount and refetch forever.
 */
export function isSettled({ isFetched, isPaused }: { isFetched: boolean; isPaused: boolean }): boolean {
  return isFetched || isPaused
}

type EmptyStateProps = {
  title: string
  text: string
  icon?: ReactNode
  /** A drawing of `src/art`, instead of the icon. */
  art?: string
  action?: ReactNode
}

/** A list without rows: says why, and what to do next. */
export function EmptyState({ icon = <IconLeaf />, art, ...rest }: EmptyStateProps) {
  return <MessageState icon={art ? <Drawing src={art} /> : icon} {...rest} />
}
