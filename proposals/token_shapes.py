"""How tokens of the usual vendors look: each has a prefix or a form that nothing else has.

A line is one shape; spaces do not count. Tokens of letters and digits alone, without such a mark,
are left to the measure of randomness.
"""

import re

_SHAPES = r"""
# clouds
(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}
AIza[0-9A-Za-z_-]{35}
ya29\.[0-9A-Za-z_-]{20,}
GOCSPX-[0-9A-Za-z_-]{24,}
AccountKey=[0-9A-Za-z+/]{80,}={0,2}
[0-9A-Za-z_~.-]{3}[78]Q~[0-9A-Za-z_~.-]{31,34}
do[opr]_v1_[0-9a-f]{64}
dapi[0-9a-f]{32}
HRKU-[0-9A-Za-z_-]{30,}
LTAI[0-9A-Za-z]{17,21}
FlyV1\ fm[12][a-z]?_[0-9A-Za-z+/=,_-]{40,}
pscale_(?:tkn|pw|oauth)_[0-9A-Za-z_.-]{32,}
sbp_[0-9a-f]{40}
tskey-[a-z]+-[0-9A-Za-z_-]{20,}
# code and packages
gh[oprsu]_[0-9A-Za-z]{36,}
github_pat_[0-9A-Za-z_]{22,}
gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas|ffct)-[0-9A-Za-z_-]{20,}
ATATT3[0-9A-Za-z_=-]{50,}
ATBB[0-9A-Za-z]{32}
npm_[0-9A-Za-z]{36}
pypi-AgE[0-9A-Za-z_-]{50,}
rubygems_[0-9a-f]{48}
cio[0-9A-Za-z]{32}
dckr_(?:pat|oat)_[0-9A-Za-z_-]{24,}
AKCp[0-9A-Za-z]{60,}
oy2[0-9a-z]{43}
# models
sk-ant-[0-9A-Za-z_-]{20,}
sk-(?:proj|svcacct|admin|or)-[0-9A-Za-z_-]{20,}
sk-[0-9A-Za-z]{32,}
hf_[0-9A-Za-z]{34,}
r8_[0-9A-Za-z]{37}
gsk_[0-9A-Za-z]{48,}
xai-[0-9A-Za-z]{60,}
pplx-[0-9A-Za-z]{40,}
# messages, payments, monitoring
xox[abeoprs]-[0-9A-Za-z-]{10,}
xapp-[0-9]-[0-9A-Za-z-]{10,}
hooks\.slack\.com/(?:services|workflows)/[0-9A-Za-z/_-]{20,}
discord(?:app)?\.com/api/webhooks/[0-9]{15,}/[0-9A-Za-z_-]{40,}
[MNO][0-9A-Za-z_-]{23,27}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{27,}
[0-9]{8,10}:AA[0-9A-Za-z_-]{33}
SG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{32,}
(?:AC|SK)[0-9a-f]{32}
key-[0-9a-f]{32}
[rs]k_(?:live|test)_[0-9A-Za-z]{16,}
whsec_[0-9A-Za-z+/=]{24,}
sq0(?:atp|csp|idp)-[0-9A-Za-z_-]{22,}
shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}
glsa_[0-9A-Za-z]{32}_[0-9a-fA-F]{8}
glc_eyJ[0-9A-Za-z+/=]{30,}
NRAK-[0-9A-Z]{27}
sntry[su]_[0-9A-Za-z+/=_-]{32,}
PMAK-[0-9a-f]{24}-[0-9a-f]{34}
figd_[0-9A-Za-z_-]{36,}
lin_api_[0-9A-Za-z]{32,}
ntn_[0-9A-Za-z]{40,}
secret_[0-9A-Za-z]{43}
EAACEdEose0cBA[0-9A-Za-z]+
# vaults
hv[bsr]\.[0-9A-Za-z_-]{24,}
[0-9A-Za-z]{14}\.atlasv1\.[0-9A-Za-z_=-]{60,}
dp\.(?:pt|st|ct|sa)\.[0-9A-Za-z_.-]{40,}
ops_eyJ[0-9A-Za-z_-]{40,}
AGE-SECRET-KEY-1[0-9A-Z]{50,}
# signed by whoever
eyJ[0-9A-Za-z_-]{8,2000}\.eyJ[0-9A-Za-z_-]{8,4000}\.[0-9A-Za-z_-]{8,}
"""


def known_tokens() -> str:
    """One expression for all shapes."""
    lines = (line.strip() for line in _SHAPES.split("\n"))
    return "|".join(line for line in lines if line and not re.match("#", line))
