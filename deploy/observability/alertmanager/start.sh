#!/bin/sh
# Fills in alertmanager.yml.template with these variables, because Alertmanager doesn't read the environment. Then
# starts Alertmanager with the given arguments.
#
#   SMTP_URL    smtp://user:password@host:587, or smtps://host:465; special characters are percent-encoded
#   SMTP_TLS    required or off; off is only for the mail catcher
#   MAIL_FROM   the sender: an address, or `Name <address>`
#   OPS_EMAIL   the address that gets tickets
#   PAGE_EMAIL  the address that gets pages, such as a pager's; the default is OPS_EMAIL
set -eu

fail() {
  echo "alertmanager: $1" >&2
  exit 2
}

# Decodes percent-encoded bytes.
decode() {
  LC_ALL=C TEXT=$1 awk 'BEGIN {
    text = ENVIRON["TEXT"]
    while (match(text, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      digits = toupper(substr(text, RSTART + 1, 2))
      byte = 16 * index("123456789ABCDEF", substr(digits, 1, 1)) + index("123456789ABCDEF", substr(digits, 2))
      printf "%s%c", substr(text, 1, RSTART - 1), byte
      text = substr(text, RSTART + 3)
    }
    printf "%s", text
  }'
}

# Quotes a string for YAML, and escapes it for the replacement in a sed command.
quoted() {
  printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")" | sed 's/[\\&|]/\\&/g'
}

: "${SMTP_URL:?must be set}" "${SMTP_TLS:=required}" "${MAIL_FROM:?must be set}" "${OPS_EMAIL:?must be set}"
case $SMTP_URL in
  smtp://*) port=587 ;;
  smtps://*) port=465 ;;
  *) fail 'SMTP_URL must begin with smtp:// or smtps://' ;;
esac
case $SMTP_TLS in
  required) require_tls=true ;;
  off) require_tls=false ;;
  *) fail 'SMTP_TLS must be required or off' ;;
esac

server=${SMTP_URL#*://}
server=${server%%[/?]*}
credentials=
case $server in *@*) credentials=${server%@*} server=${server##*@} ;; esac
user=${credentials%%:*}
password=
case $credentials in *:*) password=${credentials#*:} ;; esac
case $server in
  *\]) server=$server:$port ;; # an IPv6 address without a port
  *:*) ;;
  *) server=$server:$port ;;
esac
# Alertmanager uses TLS from the first byte only on port 465.
case $SMTP_URL:$server in
  smtps:*:465) ;;
  smtps:*) fail 'SMTP_URL with smtps:// must use port 465; for any other port use smtp:// with SMTP_TLS=required' ;;
esac
case $MAIL_FROM in
  *'<'*'>') from=${MAIL_FROM##*<} from=${from%>} ;;
  *) from=$MAIL_FROM ;;
esac

umask 077
folder=$(mktemp -d)
decode "$password" >"$folder/password"
sed \
  -e "s|@SMTP_SERVER@|$(quoted "$server")|" \
  -e "s|@SMTP_REQUIRE_TLS@|$require_tls|" \
  -e "s|@SMTP_USER@|$(quoted "$(decode "$user")")|" \
  -e "s|@SMTP_PASSWORD_FILE@|$(quoted "$folder/password")|" \
  -e "s|@FROM@|$(quoted "$from")|" \
  -e "s|@PAGE_TO@|$(quoted "${PAGE_EMAIL:-$OPS_EMAIL}")|" \
  -e "s|@TICKET_TO@|$(quoted "$OPS_EMAIL")|" \
  "$(dirname "$0")/alertmanager.yml.template" >"$folder/alertmanager.yml"

exec alertmanager --config.file="$folder/alertmanager.yml" "$@"
