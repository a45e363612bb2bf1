import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The secret of a mailed link. It leaves the address bar at once, and with it the history of the browser. */
export function useMailedToken(page: '/reset-password' | '/invitation'): string {
  const { token } = useSearch({ from: page });
  const [kept] = useState(token);
  const navigate = useNavigate();
  useEffect(() => {
    if (token !== '') void navigate({ to: page, search: { token: '' }, replace: true });
  }, [token, page, navigate]);
  return kept;
}
