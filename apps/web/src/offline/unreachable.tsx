import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorState } from '../ui/states/error-state.tsx'
import { readKeptWallet } from './kept-wallet.ts'
import { LastWallet } from './last-wallet.tsx'

type Props = { error: unknown; onRetry: () => void }

/** In the place of a member's page when nobody can be asked who he is: his wallet as it was, if it is known here. */
export function Unreachable({ error, onRetry }: Props) {
  const queryClient = useQueryClient()
  const wallet = readKeptWallet()
  useEffect(() => {
    // What else failed meanwhile is asked for again with it.
    const askAgain = () => void queryClient.refetchQueries({ type: 'active' })
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  }, [queryClient])
  if (wallet) return <LastWallet wallet={wallet} onRetry={onRetry} />
  return <ErrorState error={error} onRetry={onRetry} />
}
