import { type RefObject, useEffect, useEffectEvent } from 'react'

export type QueueKey = 'a' | 'r' | 'j' | 'k' | '?'

const isKey = (key: string): key is QueueKey => ['a', 'r', 'j', 'k', '?'].includes(key)
const IS_TYPED_INTO = 'input, textarea, select, [contenteditable]'

/**
 * Handle single keys, only while the focus is in the queue (WCAG 2.1.4) and not in a text field. Bypasses React, whose
 * events also bubble from the queue's dialogs.
 */
export function useQueueKeys(
  queue: RefObject<HTMLElement | null>,
  { isOn, onKey }: { isOn: boolean; onKey: (key: QueueKey) => void },
) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!isKey(key) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.matches(IS_TYPED_INTO)) return
    event.preventDefault()
    // A held-down key decides one proof, not the whole queue.
    if (event.repeat && (key === 'a' || key === 'r')) return
    onKey(key)
  })
  useEffect(() => {
    const element = queue.current
    if (!isOn || !element) return
    const listen = (event: KeyboardEvent) => hear(event)
    element.addEventListener('keydown', listen)
    return () => element.removeEventListener('keydown', listen)
  }, [queue, isOn])
}
