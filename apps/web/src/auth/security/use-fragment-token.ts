import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Take the token of a security mail from the address and remove it there: it must not be bookmarked or shared. */
export function useFragmentToken(): string | null {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [token, setToken] = useState(hash || null)
  useEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: '/not-me', hash: '', replace: true })
  }, [hash, navigate])
  return token
}
