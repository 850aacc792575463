import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorState } from '../ui/states/error-state.tsx'
import { readKeptWallet } from './kept-wallet.ts'
import { LastWallet } from './last-wallet.tsx'

type Props = { error: unknown; onRetry: () => void }

/**
 * Replaces a member's page when the server cannot be reached to identify them: shows their last known wallet, if kept.
 */
export function Unreachable({ error, onRetry }: Props) {
  const queryClient = useQueryClient()
  const wallet = readKeptWallet()
  useEffect(() => {
    // Also refetches whatever else failed.
    const askAgain = () => void queryClient.refetchQueries({ type: 'active' })
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  }, [queryClient])
  if (wallet) return <LastWallet wallet={wallet} onRetry={onRetry} />
  return <ErrorState error={error} onRetry={onRetry} />
}
